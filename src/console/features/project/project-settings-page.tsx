import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { NAME_MAX } from '#core/limits.ts';
import { useGetOrg } from '#generated/api/org/org.ts';
import { deleteProject, updateProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { ProjectCopy } from '#generated/model/projectCopy.zod.ts';
import { ProjectUpdate } from '#generated/model/projectUpdate.zod.ts';
import { SpendLimitForm } from '../../modules/billing/spend-limit-form.tsx';
import { DefaultsForm } from '../../modules/defaults/defaults-form.tsx';
import { noteDeleted } from '../../modules/deletion/deleted-note.ts';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { CopyButton } from '../../ui/display/copy-button.tsx';
import { Form, FormSection, SubmitBar } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';
import { Page } from '../../ui/page/page.tsx';
import { CopyProgress } from './copy-progress.tsx';
import { MoveProject } from './move-project.tsx';
import { useProjectCopy } from './use-project-copy.ts';
import { useStoreProject } from './use-store-project.ts';

/** A project's name, ids and defaults, and its copies, move and deletion. */
export function ProjectSettingsPage() {
  const { project } = useActiveProject();
  return (
    <Page title="Project" area="Settings">
      <Stack gap={40}>
        <ProjectNameForm key={project.id} project={project} />
        <FormSection title="API identifiers" description="Needed in API URLs.">
          <Id what="project" value={project.id} />
          <Id what="organisation" value={project.org_id} />
        </FormSection>
        <ProjectDefaultsForm key={project.etag} project={project} />
        <ProjectSpendLimit key={`limit-${project.id}`} project={project} />
        <CopyProject key={`copy-${project.id}`} project={project} />
        <MoveProject key={`move-${project.id}`} project={project} />
        <ProjectDangerZone project={project} />
      </Stack>
    </Page>
  );
}

function Id({ what, value }: { what: 'project' | 'organisation'; value: string }) {
  return (
    <TextInput
      label={what === 'project' ? 'Project ID' : 'Organisation ID'}
      value={value}
      readOnly
      classNames={{ input: 'tl-mono' }}
      rightSection={<CopyButton value={value} what={`${what} ID`} size="sm" />}
    />
  );
}

/** Copies a project within its organisation. */
function CopyProject({ project }: { project: Project }) {
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

/** Deletes a project. */
function ProjectDangerZone({ project }: { project: Project }) {
  const { id: projectId, org_id: orgId, name } = project;
  const confirm = useConfirm();
  const select = useSelectionStore((state) => state.select);

  const ask = () =>
    confirm({
      title: `Delete ${name}?`,
      body: 'Everyone loses access, its runs stop, and programs that call its tasks stop working immediately. You can restore it with everything in it for 30 days. Then it is erased for good.',
      confirmLabel: 'Delete project',
      danger: true,
      typeName: name,
      action: async () => {
        await mutate(deleteProject, orgId, projectId);
        noteDeleted({ orgId, projectId, name });
        select({ projectId: NO_SELECTED_PROJECT, orgId });
        // Everything in the cache belonged to it, so the console reloads, in another project.
        globalThis.location.assign(paths.home());
      },
    });

  return (
    <FormSection
      title="Delete project"
      description="Deletes the project for everyone. Only owners can do this, and restore it for 30 days. An organisation's last project can't be deleted."
    >
      <div>
        <Permitted on={{ level: 'project', orgId, projectId }} name="remove_owner">
          <ActionButton color="red" variant="light" onClick={ask}>
            Delete project
          </ActionButton>
        </Permitted>
      </div>
    </FormSection>
  );
}

/** What a project sets instead of inheriting it from its organisation. */
function ProjectDefaultsForm({ project }: { project: Project }) {
  const { org_id: orgId, id: projectId, etag } = project;
  const storeProject = useStoreProject();
  const edit = useEditPermission();
  const { data: org } = useGetOrg(orgId, { query: { meta: { silent: true } } });
  const nothing = { default_model_id: null, run_retention_days: null, allowed_origins: [] };
  return (
    <DefaultsForm
      orgId={orgId}
      set={project}
      inherited={org ?? nothing}
      disabledReason={edit.reason}
      area="project.update"
      onSave={async (body) =>
        storeProject(await mutate(updateProject, orgId, projectId, body, { 'If-Match': etag }))
      }
    />
  );
}

/** Renames a project. */
function ProjectNameForm({ project }: { project: Project }) {
  const storeProject = useStoreProject();
  const form = useForm(contractForm(ProjectUpdate, { initialValues: { name: project.name } }));
  const { org_id: orgId, id: projectId } = project;
  const edit = useEditPermission();

  return (
    <Form
      form={form}
      onSubmit={async (body) => storeProject(await mutate(updateProject, orgId, projectId, body))}
      success="Project renamed"
      area="project.update"
      label="Project name"
    >
      <FormSection title="General">
        <TextInput label="Name" readOnly={!edit.allowed} {...form.getInputProps('name')} />
      </FormSection>
      <SubmitBar label="Save" disabledReason={edit.reason} />
    </Form>
  );
}

/** A project's spend limit. It is set by people who can edit the organisation. */
function ProjectSpendLimit({ project }: { project: Project }) {
  const { org_id: orgId, id: projectId } = project;
  const edit = usePermission({ level: 'organization', orgId }, 'edit');
  return (
    <FormSection
      title="Spend limit"
      description="Covers this project's runs, searches and indexing. Models on your own endpoints have separate limits under Models."
    >
      <SpendLimitForm orgId={orgId} projectId={projectId} disabledReason={edit.reason} />
    </FormSection>
  );
}
