import { Button, Stack, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { CheckExample, ShownSecret } from '#console/modules/signing/shown-secret.tsx';
import { formatDateTime } from '#console/ui/display/time.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useGetToolSecret, useRotateToolSecret } from '#generated/api/tool/tool.ts';
import type { ToolSecret } from '#generated/model/index.ts';

const CHECK = `// npm i standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.TASKLOOM_TOOL_SECRET);
// body is the raw request text. Throws if the signature is invalid or expired.
const { tool, arguments: input } = webhook.verify(body, headers);`;

/** Explains signed calls: how to verify them, and how to rotate the secret. */
export function ToolSigning() {
  const [opened, setOpened] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconSignature />}
        onClick={() => setOpened(true)}
      >
        Signed calls
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        onClosed={() => setSecret(null)}
        title={secret ? 'Copy your secret now' : 'Signed calls'}
        size="lg"
        closable={secret === null}
      >
        {secret ? (
          <ShownSecret secret={secret} check={CHECK} onDone={close}>
            This secret is shown only once. It signs the calls of all webhook tools in this project.
          </ShownSecret>
        ) : (
          <Signing onCreated={setSecret} />
        )}
      </Modal>
    </>
  );
}

type SigningProps = { onCreated: (secret: string) => void };

function Signing({ onCreated }: SigningProps) {
  const { orgId, projectId } = useActiveProject();
  const query = useGetToolSecret(orgId, projectId);
  const rotate = useRotateToolSecret();
  const make = async (overlap_hours: number) => {
    const created = await rotate.mutateAsync({ orgId, projectId, data: { overlap_hours } });
    onCreated(created.secret);
  };
  const hasOld = query.data ? query.data.made_at !== null : true;
  return (
    <RotateForm hasOld={hasOld} onRotate={make}>
      <Stack gap="md">
        <Text>
          Each webhook tool call is a POST with <code>tool</code>, <code>arguments</code>,{' '}
          <code>run_id</code> and <code>task_id</code>, signed with HMAC-SHA256 and a timestamp
          (Standard Webhooks), so your server can verify the caller.
        </Text>
        <CheckExample check={CHECK} focus />
        {query.data && (
          <Text size="sm" c="dimmed">
            {state(query.data)}
          </Text>
        )}
      </Stack>
    </RotateForm>
  );
}

function state({ made_at, old_secret_until }: ToolSecret): string {
  if (made_at === null)
    return 'This project has no signing secret yet. Create one to verify calls.';
  const created = `Secret created on ${formatDateTime(made_at)}.`;
  if (old_secret_until === null) return created;
  return `${created} Calls are also signed with the previous secret until ${formatDateTime(old_secret_until)}.`;
}
