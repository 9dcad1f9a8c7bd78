import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { mutate } from '#console/api/query/calls.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { createOrg } from '#generated/api/org/org.ts';
import { getListProjectsQueryOptions } from '#generated/api/project/project.ts';
import { OrgCreate } from '#generated/model/orgCreate.zod.ts';
import { paths } from '../../modules/paths.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { Form, SubmitBar } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';

/** Creates an organisation and opens its first project. */
export function OrgCreatePage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const select = useSelectionStore((state) => state.select);
  const form = useForm(contractForm(OrgCreate, { initialValues: { name: '' } }));
  const submit = async (data: OrgCreate) => {
    const org = await mutate(createOrg, data);
    const { results } = await client.fetchQuery(
      getListProjectsQueryOptions(org.id, { page_limit: 1 }),
    );
    const project = results[0];
    if (!project) return paths.home();
    select({ projectId: project.id, orgId: org.id });
    return paths.tasks(project.id);
  };

  return (
    <Page title="Create organisation" area="Organisations" width="form">
      <Form
        form={form}
        onSubmit={submit}
        area="org.create"
        onSaved={(path) => navigate(path)}
        label="Create organisation"
      >
        <TextInput
          label="Name"
          description="An organisation owns projects and pays for their runs. It comes with one project. Free credit is given once per person, to their first organisation."
          placeholder="Analytical Engines"
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <SubmitBar label="Create organisation" always onCancel={() => navigate(-1)} />
      </Form>
    </Page>
  );
}
