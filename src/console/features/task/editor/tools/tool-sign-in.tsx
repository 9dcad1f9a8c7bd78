import { Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { FormSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  type CredentialScope,
  credentialPlace,
  credentialScope,
  isWithin,
} from '#core/access/secret-place.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import {
  useDeleteToolCredential,
  useListToolCredentials,
  useReplaceToolCredential,
} from '#generated/api/tool/tool.ts';
import { ToolCredentialReplace } from '#generated/model/toolCredentialReplace.zod.ts';

/** Whether calls to a tool's server carry an `Authorization` header. Opens a dialog to set or remove it. */
export function ToolSignIn({ url }: { url: string }) {
  const { orgId, projectId } = useActiveProject();
  const [opened, setOpened] = useState(false);
  const scope = credentialScope(url);
  const query = useListToolCredentials(orgId, projectId, { page_limit: PAGE_LIMIT_MAX });
  if (!scope) return null;
  const [stored] = (query.data?.results ?? [])
    .filter((one) => isWithin(one, url))
    .sort((a, b) => b.path.length - a.path.length);
  const action = stored ? 'Edit credential' : 'Add credential';
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconKey />}
        onClick={() => setOpened(true)}
      >
        {query.data ? action : 'Credential'}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Server credential">
        <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
          {() => (
            <SignInForm scope={stored ?? scope} id={stored?.id} onDone={() => setOpened(false)} />
          )}
        </Loaded>
      </Modal>
    </>
  );
}

type SignInFormProps = {
  /** What the credential is for. */
  scope: CredentialScope;
  /** The id of the stored credential. */
  id: string | undefined;
  onDone: () => void;
};

function SignInForm({ scope, id, onDone }: SignInFormProps) {
  const place = credentialPlace(scope).full;
  const { orgId, projectId } = useActiveProject();
  const replace = useReplaceToolCredential({ mutation: { meta: { fields: true } } });
  const removal = useDeleteToolCredential();
  const form = useForm(
    contractForm(ToolCredentialReplace, {
      initialValues: { authorization: '' },
      body: (values) => ({ ...values, url: `${scope.origin}${scope.path}` }),
      validate: {
        authorization: (text) => text.trim() === '' && 'Enter the header value, e.g. Bearer …',
      },
    }),
  );

  const submit = async (data: ToolCredentialReplace) => {
    await replace.mutateAsync({ orgId, projectId, data });
    toast.success(`Credential for ${place} saved`);
  };
  const forget = async () => {
    if (id === undefined) return;
    await attempt(async () => {
      await removal.mutateAsync({ orgId, projectId, credentialId: id });
      toast.success(`Credential for ${place} removed`);
      onDone();
    });
  };

  return (
    <Form form={form} label="Server credential" onSubmit={submit} onSaved={onDone}>
      <Text>
        Tools in this project send this header with every call to <b>{place}</b> and the paths below
        it. It is stored encrypted, isn't part of the task, and can't be viewed again.
      </Text>
      <PasswordInput
        label="Authorization header"
        placeholder={id ? 'Enter a new value to replace it' : 'Bearer …'}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('authorization')}
      />
      <SubmitBar
        label={id ? 'Replace credential' : 'Save credential'}
        always
        start={
          id !== undefined && (
            <Button variant="subtle" color="red" loading={removal.isPending} onClick={forget}>
              Remove credential
            </Button>
          )
        }
      />
    </Form>
  );
}
