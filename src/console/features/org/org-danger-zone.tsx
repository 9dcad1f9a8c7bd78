import { Button } from '@mantine/core';
import { NO_SELECTED_PROJECT } from '#console/modules/selection/project-id.ts';
import { useDeleteOrg } from '#generated/api/org/org.ts';
import type { Org } from '#generated/model/index.ts';
import { noteDeleted } from '../../modules/deletion/deleted-note.ts';
import { paths } from '../../modules/paths.ts';
import { Permitted } from '../../modules/permission/permitted.tsx';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { FormSection } from '../../ui/form/form.tsx';
import { useConfirm } from '../../ui/modal/use-confirm.ts';

/** Deletes an organisation. */
export function OrgDangerZone({ org }: { org: Org }) {
  const confirm = useConfirm();
  const select = useSelectionStore((state) => state.select);
  const remove = useDeleteOrg();

  const ask = async () => {
    const yes = await confirm({
      title: `Delete ${org.name}?`,
      body: 'Its members lose access, its runs stop, and programs that call its tasks stop working immediately. You can restore it with everything in it for 30 days. Then it is erased for good, with its remaining credit.',
      confirmLabel: 'Delete organisation',
      danger: true,
      typeName: org.name,
    });
    if (!yes) return;
    remove.mutate(
      { orgId: org.id },
      {
        onSuccess: () => {
          noteDeleted({ orgId: org.id, name: org.name });
          select({ projectId: NO_SELECTED_PROJECT, orgId: NO_SELECTED_PROJECT });
          // Everything in the cache belonged to it, so the console reloads.
          globalThis.location.assign(paths.home());
        },
      },
    );
  };

  return (
    <FormSection
      title="Delete organisation"
      description="Deletes the organisation and its projects for everyone. Only owners can do this, and restore it for 30 days."
    >
      <div>
        <Permitted on={{ level: 'organization', orgId: org.id }} name="remove_owner">
          <Button color="red" variant="light" onClick={ask} loading={remove.isPending}>
            Delete organisation
          </Button>
        </Permitted>
      </div>
    </FormSection>
  );
}
