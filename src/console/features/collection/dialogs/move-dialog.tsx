import { mutate } from '#console/api/query/calls.ts';
import { MoveDialog } from '#console/modules/selection/move-dialog.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { moveCollection } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';

interface MoveCollectionProps {
  collection: Collection;
  onMoved?: (() => void) | undefined;
  onClosed: () => void;
}

/** Moves a collection to another project of the organisation. */
export function MoveCollection({ collection, onMoved, onClosed }: MoveCollectionProps) {
  const { at, orgId } = useActiveProject();
  return (
    <MoveDialog
      what="collection"
      orgId={orgId}
      thing={collection}
      onMove={async ({ project_id, projectName }) => {
        await mutate(moveCollection, ...at, collection.id, { project_id });
        toast.success(`${collection.name} moved to ${projectName}`);
      }}
      onMoved={onMoved}
      onClosed={onClosed}
    >
      Its documents, data sources and index move too. A collection that tasks search can't be moved:
      remove it from them first.
    </MoveDialog>
  );
}
