import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { Webhook } from '#generated/model/index.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type EditWebhookProps = { webhook: Webhook; opened: boolean; onClose: () => void };

/** Edits a webhook. If it moves to another host, its new secret is then shown once. */
export function EditWebhook({ webhook, opened, onClose }: EditWebhookProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setSecret(null)}
      title={secret ? 'Copy your new secret now' : 'Edit webhook'}
      size={secret ? 'lg' : 'md'}
      closable={secret === null}
    >
      {secret ? (
        <WebhookSecret name={webhook.name} secret={secret} onDone={onClose} />
      ) : (
        <WebhookForm
          webhook={webhook}
          onSaved={(made) => (made === undefined ? onClose() : setSecret(made))}
        />
      )}
    </Modal>
  );
}
