import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconKey } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import {
  invalidateListToolCredentials,
  useDeleteToolCredential,
  useListToolCredentials,
  useReplaceToolCredential,
} from '#generated/api/tool/tool.ts';

/** Whether calls to a tool's server carry an `Authorization` header; opens a dialog that sets it. */
export function ToolSignIn({ url }: { url: string }) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(false);
  const origin = originOf(url);
  const query = useListToolCredentials(orgId, projectId, { page_limit: PAGE_LIMIT_MAX });
  if (origin === null) return null;
  const kept = query.data?.results.find((one) => one.origin === origin);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconKey size={14} stroke={1.5} />}
        onClick={() => setOpened(true)}
      >
        {kept ? 'Signs in' : 'Sign in to the server'}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Sign in to the server">
        <SignInForm url={url} origin={origin} id={kept?.id} onDone={() => setOpened(false)} />
      </Modal>
    </>
  );
}

type SignInFormProps = {
  url: string;
  origin: string;
  /** The credential that is kept. */
  id: string | undefined;
  onDone: () => void;
};

function SignInForm({ url, origin, id, onDone }: SignInFormProps) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const replace = useReplaceToolCredential({ mutation: { meta: { fields: true } } });
  const removal = useDeleteToolCredential();
  const form = useForm({
    initialValues: { authorization: '' },
    validate: {
      authorization: (text) => (text.trim() === '' ? 'Type the header, e.g. Bearer …' : null),
    },
  });
  const refresh = () => invalidateListToolCredentials(client, orgId, projectId);

  const submit = async ({ authorization }: { authorization: string }) => {
    const data = { url, authorization: authorization.trim() };
    await replace.mutateAsync({ orgId, projectId, data });
    await refresh();
    toast.success(`Calls to ${origin} sign in.`);
  };
  const forget = async () => {
    if (id === undefined) return;
    try {
      await removal.mutateAsync({ orgId, projectId, credentialId: id });
    } catch {
      // The mutation's toast says what happened.
      return;
    }
    await refresh();
    toast.success(`Calls to ${origin} no longer sign in.`);
    onDone();
  };

  return (
    <Form form={form} label="Sign in" onSubmit={submit} onSaved={onDone}>
      <Stack gap="md">
        <Text>
          Calls that tools of this project make to <b>{origin}</b> carry this header. It is kept
          encrypted, is no part of the task, and is not shown again.
        </Text>
        <PasswordInput
          label="Authorization header"
          placeholder={id ? 'Type a new one to replace it' : 'Bearer …'}
          maxLength={4000}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('authorization')}
        />
      </Stack>
      <SubmitBar
        label={id ? 'Replace' : 'Keep'}
        always
        start={
          id !== undefined && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={forget}>
              Forget it
            </Button>
          )
        }
      />
    </Form>
  );
}

function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}
