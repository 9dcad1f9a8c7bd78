import { Button } from '@mantine/core';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { useDeleteProject } from '#generated/api/project/project.ts';
import type { Project } from '#generated/model/index.ts';
import { noteDeleted } from '../../modules/deletion/deleted-note.ts';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { FormSection } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';

/** Deletes a project. */
export function ProjectDangerZone({ project }: { project: Project }) {
  const { id: projectId, org_id: orgId, name } = project;
  const confirm = useConfirm();
  const select = useSelectionStore((state) => state.select);
  const remove = useDeleteProject();

  const ask = async () => {
    const yes = await confirm({
      title: `Delete ${name}?`,
      body: 'Everyone loses access, its runs stop, and programs that call its tasks stop working immediately. You can restore it with everything in it for 30 days. Then it is erased for good.',
      confirmLabel: 'Delete project',
      danger: true,
      typeName: name,
    });
    if (!yes) return;
    remove.mutate(
      { orgId, projectId },
      {
        onSuccess: () => {
          noteDeleted({ orgId, projectId, name });
          select({ projectId: NO_SELECTED_PROJECT, orgId });
          // Everything in the cache belonged to it, so the console reloads, in another project.
          globalThis.location.assign(paths.home());
        },
      },
    );
  };

  return (
    <FormSection
      title="Delete project"
      description="Deletes the project for everyone. Only owners can do this, and restore it for 30 days. An organisation's last project can't be deleted."
    >
      <div>
        <Permitted on={{ level: 'project', orgId, projectId }} name="remove_owner">
          <Button color="red" variant="light" onClick={ask} loading={remove.isPending}>
            Delete project
          </Button>
        </Permitted>
      </div>
    </FormSection>
  );
}
