import { Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { useReplaceEndpointKey } from '#generated/api/endpoint/endpoint.ts';
import { EndpointKeyReplace } from '#generated/model/endpointKeyReplace.zod.ts';
import type { OwnEndpoint } from '#generated/model/index.ts';
import { isTestFailure } from './is-test-failure.ts';

interface ReplaceKeyProps {
  orgId: string;
  endpoint: OwnEndpoint;
  onDone: () => void;
}

/** Replaces an endpoint's key. Runs in progress end with the old one. */
export function ReplaceKey({ orgId, endpoint, onDone }: ReplaceKeyProps) {
  const replace = useReplaceEndpointKey({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(EndpointKeyReplace, {
      initialValues: { api_key: '', keep_failing: false },
      verbatim: ['api_key'],
    }),
  );
  return (
    <Form
      form={form}
      label="Replace key"
      onSubmit={async (data) => {
        await replace.mutateAsync({ orgId, endpointId: endpoint.id, data });
        toast.success(`Key of ${endpoint.name} replaced`);
        onDone();
      }}
    >
      <Stack gap="md">
        <PasswordInput
          label="New API key"
          description="The new key is tested first, then used from the next request on. Runs aren't interrupted."
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('api_key')}
        />
        {isTestFailure(replace.error) && (
          <Checkbox
            label="Save it although the test failed"
            {...form.getInputProps('keep_failing', { type: 'checkbox' })}
          />
        )}
      </Stack>
      <SubmitBar label="Test and replace" always />
    </Form>
  );
}
