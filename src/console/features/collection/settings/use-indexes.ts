import { useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
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
  const [pending, setPending] = useState<string | null>(null);
  const query = useListCollectionIndexes(
    orgId,
    projectId,
    collectionId,
    { page_limit: 20 },
    {
      query: {
        refetchInterval: ({ state }) =>
          state.data?.results.some(({ status }) => status === 'building') ? POLL_MS : false,
      },
    },
  );
  const perform = async (name: string, action: () => Promise<unknown>) => {
    setPending(name);
    const done = await attempt(action);
    setPending(null);
    return done;
  };

  return {
    query,
    /** The pending action: `build`, or an action and the index that it changes. */
    pending,

    build: (settings: IndexSettingsInput, activate: boolean) =>
      perform('build', () =>
        mutate(createCollectionIndex, orgId, projectId, collectionId, { settings, activate }),
      ),

    async use({ id, number }: CollectionIndex): Promise<void> {
      const done = await perform(`use ${id}`, () =>
        mutate(activateCollectionIndex, orgId, projectId, collectionId, id),
      );
      if (done) toast.success(`Searches use index ${number}`);
    },

    /** @param k the k of the metrics */
    ask: ({ id }: CollectionIndex, k: number) =>
      perform(`ask ${id}`, () =>
        mutate(evaluateQuestions, orgId, projectId, collectionId, { index_id: id, k }),
      ),

    async remove({ id, number, status }: CollectionIndex): Promise<void> {
      const isBuilding = status === 'building';
      const yes = await confirm({
        title: isBuilding ? `Cancel building index ${number}?` : `Delete index ${number}?`,
        body: 'Searches continue to use the current index.',
        confirmLabel: isBuilding ? 'Cancel building' : 'Delete index',
        cancelLabel: isBuilding ? 'Continue building' : 'Cancel',
        danger: true,
      });
      if (!yes) return;
      await perform(`remove ${id}`, () =>
        mutate(deleteCollectionIndex, orgId, projectId, collectionId, id),
      );
    },
  };
}

export type Indexes = ReturnType<typeof useIndexes>;
