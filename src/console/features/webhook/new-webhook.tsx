import { useState } from 'react';
import { Modal } from '#console/ui/modal/modal.tsx';
import type { WebhookWithSecret } from '#generated/model/index.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type NewWebhookProps = { opened: boolean; onClose: () => void };

/** Creates a webhook, then shows its secret once. Until it has been copied, only the button closes the dialog. */
export function NewWebhook({ opened, onClose }: NewWebhookProps) {
  const [created, setCreated] = useState<WebhookWithSecret | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setCreated(null)}
      title={created ? 'Copy your secret now' : 'Create webhook'}
      size={created ? 'lg' : 'md'}
      closable={created === null}
    >
      {created ? (
        <WebhookSecret name={created.webhook.name} secret={created.secret} onDone={onClose} />
      ) : (
        <WebhookForm onCreated={setCreated} />
      )}
    </Modal>
  );
}
