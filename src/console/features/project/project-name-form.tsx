import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { useUpdateProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { ProjectUpdate } from '#generated/model/projectUpdate.zod.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';
import { useStoreProject } from './use-store-project.ts';

/** Renames a project. */
export function ProjectNameForm({ project }: { project: Project }) {
  const storeProject = useStoreProject();
  const form = useForm(contractForm(ProjectUpdate, { initialValues: { name: project.name } }));
  const { org_id: orgId, id: projectId } = project;
  const edit = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const update = useUpdateProject({ mutation: { meta: { area: 'project.update', fields: true } } });

  const submit = async (data: ProjectUpdate) => {
    storeProject(await update.mutateAsync({ orgId, projectId, data }));
    toast.success('Project renamed');
  };

  return (
    <Form form={form} onSubmit={submit} label="Project name">
      <FormSection title="General">
        <TextInput label="Name" readOnly={!edit.allowed} {...form.getInputProps('name')} />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}
