import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { useGetOrg } from '#generated/api/org/org.ts';
import { createProject, getGetProjectQueryKey } from '#generated/api/project/project.ts';
import { ProjectCopy } from '#generated/model/projectCopy.zod.ts';
import { paths } from '../../modules/paths.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '../../ui/form/form.tsx';
import { PlainField } from '../../ui/form/plain-field.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { useQueryParam } from '../../ui/navigation/use-query-param.ts';
import { Page } from '../../ui/page/page.tsx';
import { CopyProgress } from './copy-progress.tsx';
import { ProjectSourceField } from './project-source-field.tsx';
import { useProjectCopy } from './use-project-copy.ts';

/** What a new project starts with. */
type Start = 'empty' | 'template' | 'copy';

interface Values {
  name: string;
  start: Start;
  template_id: string;
  project_id: string;
}

const STARTS: readonly { value: Start; label: string }[] = [
  { value: 'empty', label: 'Empty' },
  { value: 'template', label: 'Template' },
  { value: 'copy', label: 'Copy of a project' },
];

/**
 * Creates a project in the organisation from the URL, or else the active one, and opens it: empty, from a template, or
 * as a copy of another.
 */
export function ProjectCreatePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const active = useActiveProject();
  const [org] = useQueryParam('org');
  const orgId = org ?? active.orgId;
  const { data } = useGetOrg(orgId);
  const select = useSelectionStore((state) => state.select);
  const permission = usePermission({ level: 'organization', orgId }, 'create_project');
  const form = useForm(
    contractForm(ProjectCopy, {
      initialValues: { name: '', start: 'empty', template_id: '', project_id: '' } as Values,
      body: ({ name, start, template_id, project_id }) => ({
        name,
        ...(start === 'template' && { template_id }),
        ...(start === 'copy' && { project_id }),
      }),
    }),
  );
  const copy = useProjectCopy(orgId);
  const { start } = form.values;

  const submit = async (data: ProjectCopy) => {
    if (start !== 'empty') return void (await copy.start(data));
    const project = await mutate(createProject, orgId, data);
    client.setQueryData(getGetProjectQueryKey(orgId, project.id), project);
    select({ projectId: project.id, orgId });
    return project.id;
  };

  return (
    <Page title="Create project" area="Projects" width="form">
      <Form
        form={form}
        onSubmit={submit}
        onSaved={(id) => id && navigate(paths.tasks(id))}
        label="Create project"
        area="project.create"
      >
        <Stack gap="lg">
          <TextInput
            label="Name"
            description={`A project contains tasks, their runs and API keys. It will belong to ${data?.name ?? 'your organisation'}.`}
            placeholder="Support desk"
            autoFocus
            disabled={copy.isBusy}
            {...form.getInputProps('name')}
          />
          <PlainField label="Start with">
            {({ id, 'aria-labelledby': labelledBy }) => (
              <Segmented
                id={id}
                aria-labelledby={labelledBy}
                items={STARTS}
                value={start}
                disabled={copy.isBusy}
                onChange={(value) => form.setFieldValue('start', value)}
              />
            )}
          </PlainField>
          {start !== 'empty' && (
            <ProjectSourceField
              key={start}
              kind={start === 'template' ? 'template' : 'project'}
              orgId={orgId}
              disabled={copy.isBusy}
              {...form.getInputProps(start === 'template' ? 'template_id' : 'project_id')}
            />
          )}
          <CopyProgress copy={copy} label="Creating the project" />
        </Stack>
        {!copy.isBusy && (
          <SubmitBar
            label="Create project"
            always
            disabledReason={permission.reason}
            onCancel={() => navigate(-1)}
          />
        )}
      </Form>
    </Page>
  );
}
