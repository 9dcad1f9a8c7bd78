import { Input, SegmentedControl, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form.tsx';
import { Modal } from '#console/ui/modal.tsx';
import { useRotateWebhookSecret } from '#generated/api/webhook/webhook.ts';
import type { Webhook } from '#generated/model/index.ts';
import { useRefreshWebhooks } from './use-webhook-actions.ts';
import { WebhookSecret } from './webhook-secret.tsx';

type RotateSecretProps = { webhook: Webhook; opened: boolean; onClose: () => void };

const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
];

/** Makes a new secret; for a while both sign, so that the receiver can change over without losing an event. */
export function RotateSecret({ webhook, opened, onClose }: RotateSecretProps) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshWebhooks();
  const rotate = useRotateWebhookSecret();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({ initialValues: { overlap: '24' } });

  const submit = async ({ overlap }: { overlap: string }) => {
    const data = { overlap_hours: Number(overlap) };
    const made = await rotate.mutateAsync({ orgId, projectId, webhookId: webhook.id, data });
    setSecret(made.secret);
    await refresh(webhook.id);
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onClosed={() => setSecret(null)}
      title={secret ? 'Copy the secret now' : 'New secret'}
      size={secret ? 'lg' : 'md'}
      closable={secret === null}
    >
      {secret ? (
        <WebhookSecret name={webhook.name} secret={secret} onDone={onClose} />
      ) : (
        <Form form={form} label="New secret" guard={false} onSubmit={submit}>
          <Text>
            Until the old secret ends, every request carries two signatures, so the receiver may
            check with either.
          </Text>
          <Input.Wrapper label="The old secret ends" labelElement="div">
            <SegmentedControl
              mt={4}
              fullWidth
              aria-label="The old secret ends"
              data={overlaps}
              {...form.getInputProps('overlap')}
            />
          </Input.Wrapper>
          <SubmitBar label="Make a new secret" onCancel={onClose} always />
        </Form>
      )}
    </Modal>
  );
}
