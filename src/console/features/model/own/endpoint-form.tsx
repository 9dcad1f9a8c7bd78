import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { NumberField } from '#console/ui/form/number-field.tsx';
import { useCreateEndpoint, useUpdateEndpoint } from '#generated/api/endpoint/endpoint.ts';
import { EndpointUpdate } from '#generated/model/endpointUpdate.zod.ts';
import type { EndpointKind, OwnEndpoint } from '#generated/model/index.ts';
import { EndpointSecrets, keyChange, secretProblems } from './endpoint-secrets.tsx';
import { initialValues, toUpdate } from './endpoint-values.ts';
import { FallbackField } from './fallback-field.tsx';
import { isTestFailure } from './is-test-failure.ts';

export const KINDS: { value: EndpointKind; label: string }[] = [
  { value: 'compatible', label: 'OpenAI-compatible' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'azure', label: 'Azure OpenAI' },
  { value: 'bedrock', label: 'Amazon Bedrock' },
];

const URLS: Record<EndpointKind, string> = {
  compatible: 'https://api.groq.com/openai/v1',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  azure: 'https://my-resource.openai.azure.com/openai',
  bedrock: 'https://bedrock-runtime.us-east-1.amazonaws.com',
};

interface EndpointFormProps {
  orgId: string;
  /** The endpoint to edit; absent for a new one. */
  endpoint?: OwnEndpoint;
  onSaved: (endpoint: OwnEndpoint) => void;
}

/** An endpoint's address, key, limits and fallback. A failing test can be overruled. */
export function EndpointForm({ orgId, endpoint, onSaved }: EndpointFormProps) {
  const create = useCreateEndpoint({ mutation: { meta: { fields: true } } });
  const update = useUpdateEndpoint({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(EndpointUpdate, {
      initialValues: initialValues(endpoint),
      body: (values) => ({ ...toUpdate(values), ...(endpoint && keyChange(values, endpoint)) }),
      verbatim: ['api_key', 'value'],
      validate: (values) => secretProblems(values, endpoint),
    }),
  );
  const { kind, limit, fallback_model_id } = form.values;
  const failed = isTestFailure(create.error) || isTestFailure(update.error);

  const submit = async (data: EndpointUpdate & { name: string }) => {
    const { kind, api_key } = form.values;
    const { api_key: _, ...settings } = data;
    const saved = endpoint
      ? await update.mutateAsync({
          orgId,
          endpointId: endpoint.id,
          data,
          headers: { 'If-Match': endpoint.etag },
        })
      : await create.mutateAsync({
          orgId,
          data: { ...settings, kind, ...(api_key !== '' && { api_key }) },
        });
    toast.success(endpoint ? `${data.name} saved` : `${data.name} added`);
    onSaved(saved.endpoint);
  };

  return (
    <Form form={form} label={endpoint ? 'Edit endpoint' : 'Add endpoint'} onSubmit={submit}>
      <TextInput
        label="Name"
        placeholder="Our Groq"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!endpoint && <NativeSelect label="Kind" data={KINDS} {...form.getInputProps('kind')} />}
      <TextInput
        label="Base URL"
        description={
          kind === 'compatible' || kind === 'azure'
            ? 'Must be reachable from the internet. Usually ends in /v1.'
            : "Leave empty for the vendor's own address."
        }
        placeholder={URLS[kind]}
        {...form.getInputProps('base_url')}
      />
      {kind === 'bedrock' && (
        <>
          <TextInput label="Region" placeholder="us-east-1" {...form.getInputProps('region')} />
          <TextInput
            label="Access key ID"
            description="Leave empty to use a Bedrock API key."
            {...form.getInputProps('access_key_id')}
          />
        </>
      )}
      {kind === 'azure' && (
        <TextInput label="API version" placeholder="v1" {...form.getInputProps('api_version')} />
      )}
      <EndpointSecrets form={form} endpoint={endpoint} />
      <Checkbox
        label="Offer only the models that I choose"
        description="Otherwise, tasks can use all of them."
        {...form.getInputProps('chosen', { type: 'checkbox' })}
      />
      <NumberField
        label="Monthly spend limit (USD)"
        description="From the first to the last day of the month (UTC), by the prices that you enter. Leave empty for no limit."
        min={0}
        max={1_000_000}
        step={0.01}
        value={limit}
        onChange={(value) => form.setFieldValue('limit', value)}
        error={form.errors.spend_limit}
      />
      <FallbackField
        orgId={orgId}
        what="endpoint"
        value={fallback_model_id}
        none="None"
        onChange={(id) => form.setFieldValue('fallback_model_id', id)}
        error={form.errors.fallback_model_id}
      />
      {failed && (
        <Checkbox
          label="Save it although the test failed"
          {...form.getInputProps('keep_failing', { type: 'checkbox' })}
        />
      )}
      <SubmitBar label={endpoint ? 'Save' : 'Test and add'} always />
    </Form>
  );
}
