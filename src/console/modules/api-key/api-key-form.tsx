import { Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { invalidateListApiKeysInfinite, useCreateApiKey } from '#generated/api/key/key.ts';
import type { ApiKeyCreated, ResourceScope } from '#generated/model/index.ts';
import { resourcesProblem } from '../resource-scope/access-text.ts';
import { ResourceField } from '../resource-scope/resource-field.tsx';
import { dateProblem, expiresAt, type Lifetime, today } from './expiry.ts';

type Values = {
  name: string;
  lifetime: Lifetime;
  expires_at: string;
  resources: ResourceScope | null;
};

type ApiKeyFormProps = {
  name?: string | undefined;
  onCreated: (created: ApiKeyCreated) => void;
};

const lifetimeLabels: { value: Lifetime; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'custom', label: 'Custom date' },
];

/** The name, expiry and access of a new key. */
export function ApiKeyForm({ name = '', onCreated }: ApiKeyFormProps) {
  const { orgId, projectId } = useActiveProject();
  const client = useQueryClient();
  const create = useCreateApiKey({ mutation: { meta: { fields: true } } });
  const form = useForm<Values>({
    initialValues: { name, lifetime: '90', expires_at: '', resources: null },
    validate: {
      name: (given) => (given.trim() === '' ? VALIDATION.nameNeeded : null),
      resources: resourcesProblem,
      expires_at: (date, { lifetime }) => (lifetime === 'custom' ? dateProblem(date) : null),
    },
  });

  return (
    <Form
      form={form}
      label="Create API key"
      onSubmit={async ({ name: given, lifetime, expires_at, resources }) => {
        const expires = expiresAt(lifetime, expires_at);
        const data = { name: given.trim(), expires_at: expires, resources };
        const created = await create.mutateAsync({ orgId, projectId, data });
        await invalidateListApiKeysInfinite(client, orgId, projectId);
        onCreated(created);
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Say where it's used, so you can recognise it."
          placeholder="Production backend"
          maxLength={NAME_MAX}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Input.Wrapper label="Expires" labelElement="div">
          <Segmented
            fullWidth
            label="Expires"
            items={lifetimeLabels}
            value={form.values.lifetime}
            onChange={(lifetime) => form.setFieldValue('lifetime', lifetime)}
          />
        </Input.Wrapper>
        {form.values.lifetime === 'custom' && (
          <TextInput
            type="date"
            label="Expiry date"
            min={today()}
            {...form.getInputProps('expires_at')}
          />
        )}
        <ResourceField
          what="key"
          value={form.values.resources}
          onChange={(resources) => form.setFieldValue('resources', resources)}
          error={form.errors.resources as string | undefined}
        />
      </Stack>
      <SubmitBar label="Create API key" always />
    </Form>
  );
}
