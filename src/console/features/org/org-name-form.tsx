import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { useUpdateOrg } from '#generated/api/org/org.ts';
import type { Org } from '#generated/model/index.ts';
import { OrgUpdate } from '#generated/model/orgUpdate.zod.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';

/** Renames an organisation. */
export function OrgNameForm({ org }: { org: Org }) {
  const form = useForm(contractForm(OrgUpdate, { initialValues: { name: org.name } }));
  const edit = usePermission({ level: 'organization', orgId: org.id }, 'edit');
  const update = useUpdateOrg({ mutation: { meta: { area: 'org.update', fields: true } } });

  const submit = async (data: OrgUpdate) => {
    await update.mutateAsync({ orgId: org.id, data, headers: { 'If-Match': org.etag } });
    toast.success('Organisation renamed');
  };

  return (
    <Form form={form} onSubmit={submit} label="Organisation name">
      <FormSection title="General">
        <TextInput label="Name" readOnly={!edit.allowed} {...form.getInputProps('name')} />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}
