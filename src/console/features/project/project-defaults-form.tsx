import { useGetOrg } from '#generated/api/org/org.ts';
import { useUpdateProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { DefaultsForm } from '../../modules/defaults/defaults-form.tsx';
import { usePermission } from '../../modules/permission/use-permission.ts';
import { useStoreProject } from './use-store-project.ts';

/** What a project sets instead of inheriting it from its organisation. */
export function ProjectDefaultsForm({ project }: { project: Project }) {
  const { org_id: orgId, id: projectId, etag } = project;
  const storeProject = useStoreProject();
  const edit = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const { data: org } = useGetOrg(orgId, { query: { meta: { silent: true } } });
  const update = useUpdateProject({ mutation: { meta: { area: 'project.update', fields: true } } });
  const nothing = { default_model_id: null, run_retention_days: null, allowed_origins: [] };
  return (
    <DefaultsForm
      orgId={orgId}
      set={project}
      inherited={org ?? nothing}
      disabledReason={edit.reason}
      onSave={async (data) =>
        storeProject(
          await update.mutateAsync({ orgId, projectId, data, headers: { 'If-Match': etag } }),
        )
      }
    />
  );
}
