import type { MatchingDocuments } from '#domain/collection/chunk-store.ts';
import type { CollectionStore, StateCount } from '#domain/collection/collection.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { CollectionUse } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

/** The methods of the collection store that tables can't express. */
export function collectionMethods(store: Store): Omit<MethodsOf<CollectionStore>, 'chunks'> {
  const { tables } = store.data;
  return {
    async stateCounts(ids) {
      const counts = new Map<string, StateCount>();
      for (const { collection_id, state, size } of Object.values(tables.document)) {
        if (!ids.includes(collection_id)) continue;
        const key = `${collection_id} ${state}`;
        const count = counts.get(key) ?? { collection_id, state, documents: 0, bytes: 0 };
        counts.set(key, { ...count, documents: count.documents + 1, bytes: count.bytes + size });
      }
      return [...counts.values()];
    },

    async indexProgress(ids) {
      const rows = Object.values(tables.indexing).filter(({ index_id }) => ids.includes(index_id));
      return [...Map.groupBy(rows, ({ index_id }) => index_id)].map(([index_id, work]) => ({
        index_id,
        total: work.length,
        done: work.filter(({ due_at }) => due_at === null).length,
        chunks: work.reduce((sum, { chunks }) => sum + chunks, 0),
      }));
    },

    // In memory, they are deleted with what they refer to.
    deleteOrphans: async () => undefined,

    async documentTags(id) {
      const tags = Object.values(tables.document)
        .filter(({ collection_id }) => collection_id === id)
        .flatMap((document) => document.tags)
        .sort();
      const byName = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
      return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
    },

    async queuePlaces(indexId, documentIds) {
      const org = Object.values(tables.indexing).find(
        ({ index_id }) => index_id === indexId,
      )?.org_id;
      const waiting = Object.values(tables.indexing)
        .filter(
          ({ org_id, due_at, state }) => org_id === org && due_at !== null && state === 'waiting',
        )
        .sort((a, b) => (`${a.due_at} ${a.document_id}` < `${b.due_at} ${b.document_id}` ? -1 : 1));
      const places = waiting.map(
        ({ index_id, document_id }, at) => [index_id, document_id, at + 1] as const,
      );
      const own = places.filter(([index, id]) => index === indexId && documentIds.includes(id));
      return new Map(own.map(([, id, place]) => [id, place]));
    },

    async openUploads(projectId) {
      return Object.values(tables.upload).filter(
        ({ project_id, offset, size, purpose }) =>
          project_id === projectId && (offset < size || purpose === 'archive'),
      ).length;
    },

    async uses(projectId, ids) {
      const uses: (CollectionUse & { collection_id: string })[] = [];
      const tasks = Object.values(tables.task).filter((task) => task.project_id === projectId);
      for (const { id, name, active_revision, environments } of tasks) {
        const revision = (number: number | null) =>
          tables.task_revision[`${id} ${number}`]?.definition;
        const used = [
          ['active', revision(active_revision)],
          ...Object.values(environments).map(
            (number) => ['environment', revision(number)] as const,
          ),
          ['draft', tables.task_draft[id]?.definition],
        ] as const;
        for (const [place, definition] of used) {
          for (const collection_id of definition?.retrieval?.collection_ids ?? []) {
            const isKnown = uses.some(
              (use) => use.task_id === id && use.collection_id === collection_id,
            );
            if (!ids.includes(collection_id) || isKnown) continue;
            uses.push({ collection_id, task_id: id, task_name: name, in: place });
          }
        }
      }
      const key = (use: (typeof uses)[number]) =>
        `${use.collection_id} ${use.task_name} ${use.task_id}`;
      return uses.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    },
  };
}

/** The documents that match a filter. */
export function matchingDocuments(store: Store): MatchingDocuments {
  return async (indexId, { tags, document_ids, dated_after, dated_before }) => {
    if (!tags && !document_ids && !dated_after && !dated_before) return undefined;
    const { collection_index, document } = store.data.tables;
    const collectionId = collection_index[indexId]?.collection_id;
    const wanted = tags?.map((tag) => tag.toLowerCase());
    return Object.values(document)
      .filter((row) => row.collection_id === collectionId)
      .filter((row) => !wanted || row.tags.some((tag) => wanted.includes(tag.toLowerCase())))
      .filter(({ id }) => !document_ids || document_ids.includes(id))
      .filter(({ dated_at }) => !dated_after || dated_at >= dated_after)
      .filter(({ dated_at }) => !dated_before || dated_at < dated_before)
      .map(({ id }) => id);
  };
}
