import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { useConfirm } from '#console/ui/modal/use-confirm.ts';
import {
  activateCollectionIndex,
  createCollectionIndex,
  deleteCollectionIndex,
  evaluateQuestions,
  useListCollectionIndexes,
} from '#generated/api/collection/collection.ts';
import type { CollectionIndex, IndexSettingsInput } from '#generated/model/index.ts';

/** How often (ms) to refetch the indexes while one is being built. */
const POLL_MS = 1500;

/** The versions of a collection's index, and the actions on them. */
export function useIndexes(collectionId: string) {
  const { orgId, projectId } = useActiveProject();
  const confirm = useConfirm();
  const at = [orgId, projectId, collectionId] as const;
  const query = useListCollectionIndexes(
    ...at,
    { page_limit: 20 },
    {
      query: {
        refetchInterval: ({ state }) =>
          state.data?.results.some(({ status }) => status === 'building') ? POLL_MS : false,
      },
    },
  );
  return {
    query,

    build: (settings: IndexSettingsInput, activate: boolean) =>
      attempt(() => mutate(createCollectionIndex, ...at, { settings, activate })),

    use: ({ id, number }: CollectionIndex) =>
      attempt(() => mutate(activateCollectionIndex, ...at, id), {
        success: `Searches use index ${number}`,
      }),

    /** @param k the k of the metrics */
    ask: ({ id }: CollectionIndex, k: number) =>
      attempt(() => mutate(evaluateQuestions, ...at, { index_id: id, k })),

    remove({ id, number, status }: CollectionIndex): Promise<boolean> {
      const isBuilding = status === 'building';
      return confirm({
        title: isBuilding ? `Cancel building index ${number}?` : `Delete index ${number}?`,
        body: 'Searches continue to use the current index.',
        confirmLabel: isBuilding ? 'Cancel building' : 'Delete index',
        cancelLabel: isBuilding ? 'Continue building' : 'Cancel',
        danger: true,
        action: () => mutate(deleteCollectionIndex, ...at, id),
      });
    },
  };
}

export type Indexes = ReturnType<typeof useIndexes>;
