import { Text } from '@mantine/core';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { RotateForm } from '#console/modules/signing/rotate-form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useRotateWebhookSecret } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';
import { WebhookSecret } from './webhook-secret.tsx';

type RotateSecretProps = { webhook: Webhook; opened: boolean; onClose: () => void };

/** Creates a new signing secret for a webhook. */
export function RotateSecret({ webhook, opened, onClose }: RotateSecretProps) {
  const { orgId, projectId } = useActiveProject();
  const rotate = useRotateWebhookSecret();
  const [secret, setSecret] = useState<string | null>(null);

  const make = async (overlap_hours: number) => {
    const data = { overlap_hours };
    const rotated = await rotate.mutateAsync({ orgId, projectId, webhookId: webhook.id, data });
    setSecret(rotated.secret);
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setSecret(null)}
      title={secret ? 'Copy your secret now' : 'Rotate secret'}
      size={secret ? 'lg' : 'md'}
      closable={secret === null}
    >
      {secret ? (
        <WebhookSecret name={webhook.name} secret={secret} onDone={onClose} />
      ) : (
        <RotateForm focusChoice onRotate={make}>
          <Text>
            Until the old secret expires, requests are signed with both, so your endpoint can verify
            with either.
          </Text>
        </RotateForm>
      )}
    </Modal>
  );
}
