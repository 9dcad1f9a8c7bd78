import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGetOrg } from '#generated/api/org/org.ts';
import {
  getGetProjectQueryKey,
  invalidateListProjects,
  useCreateProject,
} from '#generated/api/project/project.ts';
import { nameForm } from '../../modules/org/name-form.ts';
import { paths } from '../../modules/paths.ts';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '../../ui/form/form.tsx';
import { useQueryParam } from '../../ui/navigation/use-query-param.ts';
import { Page } from '../../ui/page/page.tsx';

/** Creates a project in the organisation from the URL, or else the active one, and opens it. */
export function ProjectCreatePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const active = useActiveProject();
  const [org] = useQueryParam('org');
  const orgId = org ?? active.orgId;
  const { data } = useGetOrg(orgId);
  const select = useSelectionStore((state) => state.select);
  const permission = usePermission({ level: 'organization', orgId }, 'create_project');
  const form = useForm(nameForm());
  const created = useRef<string | null>(null);
  const create = useCreateProject({ mutation: { meta: { area: 'project.create', fields: true } } });

  const submit = async ({ name }: { name: string }) => {
    const project = await create.mutateAsync({ orgId, data: { name: name.trim() } });
    client.setQueryData(getGetProjectQueryKey(orgId, project.id), project);
    await invalidateListProjects(client, orgId);
    select({ projectId: project.id, orgId });
    created.current = project.id;
  };

  return (
    <Page title="Create project" area="Projects" width="form">
      <Form
        form={form}
        onSubmit={submit}
        onSaved={() => created.current && navigate(paths.tasks(created.current))}
        label="Create project"
      >
        <TextInput
          label="Name"
          description={`A project contains tasks, their runs and API keys. It will belong to ${data?.name ?? 'your organisation'}.`}
          placeholder="Support desk"
          autoFocus
          {...form.getInputProps('name')}
        />
        <SubmitBar
          label="Create project"
          always
          disabledReason={permission.reason}
          onCancel={() => navigate(-1)}
        />
      </Form>
    </Page>
  );
}
