import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import {
  getGetOrgQueryKey,
  invalidateGetOrg,
  invalidateListOrgs,
  useUpdateOrg,
} from '#generated/api/org/org.ts';
import type { Org } from '#generated/model/index.ts';
import { nameForm } from '../../modules/org/name-form.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';

/** Renames an organisation. */
export function OrgNameForm({ org }: { org: Org }) {
  const client = useQueryClient();
  const form = useForm(nameForm(org.name));
  const edit = usePermission({ level: 'organization', orgId: org.id }, 'edit');
  const update = useUpdateOrg({ mutation: { meta: { area: 'org.update', fields: true } } });

  const submit = async ({ name }: { name: string }) => {
    const changed = await update.mutateAsync({
      orgId: org.id,
      data: { name: name.trim() },
      headers: { 'If-Match': org.etag },
    });
    client.setQueryData(getGetOrgQueryKey(org.id), changed);
    await invalidateListOrgs(client);
    toast.success('Organisation renamed');
  };

  return (
    <Form
      form={form}
      onSubmit={submit}
      onStale={() => invalidateGetOrg(client, org.id)}
      label="Organisation name"
    >
      <FormSection title="General">
        <TextInput label="Name" readOnly={!edit.allowed} {...form.getInputProps('name')} />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}
