import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { isSamePlace, webhookPlace } from '#core/access/secret-place.ts';
import { createWebhook, updateWebhook } from '#generated/api/webhook/webhook.ts';
import type { Webhook, WebhookWithSecret } from '#generated/model/index.ts';
import { WebhookCreate } from '#generated/model/webhookCreate.zod.ts';
import { EVENTS } from './webhook-status.tsx';

type WebhookFormProps = {
  /** The webhook to edit; absent for a new one. */
  webhook?: Webhook;
  onCreated?: (created: WebhookWithSecret) => void;
  /** Called with the new signing secret if there is one. */
  onSaved?: (secret: string | undefined) => void;
};

/** A webhook's name, endpoint and events. */
export function WebhookForm({ webhook, onCreated, onSaved }: WebhookFormProps) {
  const { at } = useActiveProject();
  const newSecret = useRef<string>(undefined);
  const form = useForm(
    contractForm(WebhookCreate, {
      initialValues: {
        name: webhook?.name ?? '',
        url: webhook?.url ?? '',
        events: webhook?.events ?? ['run.succeeded', 'run.failed'],
        all_tasks: webhook?.all_tasks ?? false,
      },
    }),
  );

  const { url } = form.values;
  const isMoved =
    webhook !== undefined && !isSamePlace(webhookPlace(webhook.url), webhookPlace(url.trim()));

  const submit = async (data: WebhookCreate) => {
    if (!webhook) return onCreated?.(await mutate(createWebhook, ...at, data));
    const headers = { 'If-Match': webhook.etag };
    const saved = await mutate(updateWebhook, ...at, webhook.id, data, headers);
    newSecret.current = saved.new_secret;
  };

  return (
    <Form
      form={form}
      label={webhook ? 'Edit webhook' : 'Create webhook'}
      onSubmit={submit}
      {...(onSaved && { onSaved: () => onSaved(newSecret.current) })}
    >
      <TextInput
        label="Name"
        placeholder="CRM"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Endpoint URL"
        description="Receives a signed JSON POST for each event. Must be reachable from the internet."
        placeholder="https://example.com/hooks/taskloom"
        type="url"
        {...form.getInputProps('url')}
      />
      {isMoved && (
        <Text size="sm" role="status">
          Requests to another host are signed with a new secret, which is shown once you save. The
          old one stops at once, so that nobody there can pass requests on to the old endpoint.
        </Text>
      )}
      <Checkbox.Group label="Events" {...form.getInputProps('events')}>
        <Stack gap={8} mt={6}>
          {EVENTS.map(({ value, label }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              description={<span className="tl-mono">{value}</span>}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label="Send events of all tasks in this project"
        description="Otherwise, attach it to tasks from their ⋯ menu."
        {...form.getInputProps('all_tasks', { type: 'checkbox' })}
      />
      <SubmitBar label={webhook ? 'Save' : 'Create webhook'} always />
    </Form>
  );
}
