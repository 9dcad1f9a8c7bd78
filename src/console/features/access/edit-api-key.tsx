import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { ResourceField } from '#console/modules/resource-scope/resource-field.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { invalidateListApiKeysInfinite, useUpdateApiKey } from '#generated/api/key/key.ts';
import type { ApiKey, ResourceScope } from '#generated/model/index.ts';

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
  const client = useQueryClient();
  const update = useUpdateApiKey({ mutation: { meta: { fields: true } } });
  const form = useForm<{ name: string; resources: ResourceScope | null }>({
    initialValues: { name: apiKey.name, resources: apiKey.resources },
    validate: {
      name: (name) => (name.trim() === '' ? VALIDATION.nameNeeded : null),
      resources: resourcesProblem,
    },
  });
  return (
    <Form
      form={form}
      label="Edit API key"
      onSaved={onSaved}
      onSubmit={async ({ name, resources }) => {
        const data = { name: name.trim(), resources };
        await update.mutateAsync({ orgId, projectId, apiKeyId: apiKey.id, data });
        await invalidateListApiKeysInfinite(client, orgId, projectId);
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          maxLength={NAME_MAX}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ResourceField
          what="key"
          value={form.values.resources}
          onChange={(resources) => form.setFieldValue('resources', resources)}
          error={form.errors.resources as string | undefined}
        />
      </Stack>
      <SubmitBar label="Save" always />
    </Form>
  );
}
