import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { resourcesProblem } from '#console/modules/resource-scope/access-text.ts';
import { ResourceField } from '#console/modules/resource-scope/resource-field.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { updateApiKey } from '#generated/api/key/key.ts';
import { ApiKeyUpdate } from '#generated/model/apiKeyUpdate.zod.ts';
import type { ApiKey } from '#generated/model/index.ts';

export type ApiKeyDialogProps = { apiKey: ApiKey; onClosed: () => void };

/** Renames a key, and changes what it may use. */
export function EditApiKey({ apiKey, onClosed }: ApiKeyDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const form = useForm(
    contractForm(ApiKeyUpdate, {
      initialValues: { name: apiKey.name, resources: apiKey.resources },
      validate: { resources: resourcesProblem },
    }),
  );
  return (
    <FormDialog
      form={form}
      title={`Edit ${apiKey.name}`}
      label="Edit API key"
      submit="Save"
      always
      onSubmit={(data) => mutate(updateApiKey, orgId, projectId, apiKey.id, data)}
      onClosed={onClosed}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <ResourceField
        what="key"
        value={form.values.resources}
        {...form.getInputProps('resources')}
      />
    </FormDialog>
  );
}
