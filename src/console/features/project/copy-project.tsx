import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, FormSection, SubmitBar } from '#console/ui/form/form.tsx';
import { NAME_MAX } from '#core/limits.ts';
import type { Project } from '#generated/model/index.ts';
import { ProjectCopy } from '#generated/model/projectCopy.zod.ts';
import { CopyProgress } from './copy-progress.tsx';
import { useProjectCopy } from './use-project-copy.ts';

/** Copies a project within its organisation. */
export function CopyProject({ project }: { project: Project }) {
  const { id: projectId, org_id: orgId, name } = project;
  const create = usePermission({ level: 'organization', orgId }, 'create_project');
  const form = useForm(
    contractForm(ProjectCopy, {
      initialValues: { name: `${name.slice(0, NAME_MAX - 5)} copy`, project_id: projectId },
    }),
  );
  const copy = useProjectCopy(orgId);
  return (
    <Form form={form} label="Copy project" onSubmit={copy.start}>
      <FormSection
        title="Copy project"
        description="Creates a project with the same tasks, in their active revisions, and the same collections without their documents. Runs, keys, webhooks and secrets aren't copied."
      >
        <Stack gap="md">
          <TextInput
            label="Name of the copy"
            disabled={copy.isBusy}
            {...form.getInputProps('name')}
          />
          <CopyProgress copy={copy} label="Copying the project" />
        </Stack>
      </FormSection>
      {!copy.isBusy && <SubmitBar label="Copy project" always disabledReason={create.reason} />}
    </Form>
  );
}
