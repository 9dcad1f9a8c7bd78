import { Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { createApiKey } from '#generated/api/key/key.ts';
import { ApiKeyCreate } from '#generated/model/apiKeyCreate.zod.ts';
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
  const { at } = useActiveProject();
  const form = useForm(
    contractForm(ApiKeyCreate, {
      initialValues: { name, lifetime: '90', expires_at: '', resources: null } as Values,
      body: ({ lifetime, expires_at, ...rest }) => ({
        ...rest,
        expires_at: expiresAt(lifetime, expires_at),
      }),
      validate: {
        resources: resourcesProblem,
        expires_at: (date, { lifetime }) => lifetime === 'custom' && dateProblem(date),
      },
    }),
  );

  return (
    <Form
      form={form}
      label="Create API key"
      onSubmit={async (data) => onCreated(await mutate(createApiKey, ...at, data))}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Say where it's used, so you can recognise it."
          placeholder="Production backend"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Input.Wrapper label="Expires" labelElement="div">
          <Segmented
            fullWidth
            label="Expires"
            items={lifetimeLabels}
            {...form.getInputProps('lifetime')}
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
          {...form.getInputProps('resources')}
        />
      </Stack>
      <SubmitBar label="Create API key" always />
    </Form>
  );
}
