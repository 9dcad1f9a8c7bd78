import { mutate } from '#console/api/query/calls.ts';
import { restoreOrg, restoreProject } from '#generated/api/deletion/deletion.ts';
import { attempt } from '../../ui/feedback/attempt.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { paths } from '../paths.ts';
import { useSelectionStore } from '../selection/selection-store.ts';
import { type JustDeleted, takeDeleted } from './deleted-note.ts';

/** Long enough to notice a mistake. */
const SHOWN_MS = 10_000;

/** Says what was deleted before the console reloaded, and restores it on demand. */
export function offerUndo(): void {
  const deleted = takeDeleted();
  if (!deleted) return;
  toast.undo(`${deleted.name} deleted`, () => void attempt(() => restore(deleted)), {
    duration: SHOWN_MS,
  });
}

async function restore({ orgId, projectId }: JustDeleted): Promise<void> {
  if (projectId === undefined) {
    await mutate(restoreOrg, orgId);
    globalThis.location.assign(paths.orgSettings(orgId));
    return;
  }
  await mutate(restoreProject, orgId, projectId);
  useSelectionStore.getState().select({ projectId, orgId });
  // The lists in the cache lack it.
  globalThis.location.assign(paths.tasks(projectId));
}
