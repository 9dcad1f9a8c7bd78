import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { ResourceField } from '#console/modules/resource-scope/resource-field.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useUpdateApiKey } from '#generated/api/key/key.ts';
import { ApiKeyUpdate } from '#generated/model/apiKeyUpdate.zod.ts';
import type { ApiKey } from '#generated/model/index.ts';

type EditApiKeyProps = { apiKey: ApiKey; opened: boolean; onClose: () => void };

/** Renames a key, and changes what it may use. */
export function EditApiKey({ apiKey, opened, onClose }: EditApiKeyProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${apiKey.name}`}>
      <EditForm apiKey={apiKey} onSaved={onClose} />
    </Modal>
  );
}

function EditForm({ apiKey, onSaved }: { apiKey: ApiKey; onSaved: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const update = useUpdateApiKey({ mutation: { meta: { fields: true } } });
  const form = useForm(
    contractForm(ApiKeyUpdate, {
      initialValues: { name: apiKey.name, resources: apiKey.resources },
      validate: { resources: resourcesProblem },
    }),
  );
  return (
    <Form
      form={form}
      label="Edit API key"
      onSaved={onSaved}
      onSubmit={(data) => update.mutateAsync({ orgId, projectId, apiKeyId: apiKey.id, data })}
    >
      <Stack gap="md">
        <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        <ResourceField
          what="key"
          value={form.values.resources}
          {...form.getInputProps('resources')}
        />
      </Stack>
      <SubmitBar label="Save" always />
    </Form>
  );
}
