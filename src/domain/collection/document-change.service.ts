import { toTags } from '#core/task/tags.ts';
import type { DocumentChange, DocumentChanges, DocumentTagging } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { invalidField } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { DocumentRow } from './collection.tables.ts';
import { UNSETTLED } from './collection-views.ts';
import { deleteDocuments, forgetDocuments, requeue } from './document-rows.ts';
import { cancelIndexing } from './ingest/ingest.ts';
import { enqueue } from './queue.ts';

/**
 * The number of documents changed per transaction, so that other requests are served in between. Moving one takes nine
 * statements.
 */
const BATCH = 15;

type Change = (stores: Pick<Stores, 'collection'>, row: DocumentRow) => Promise<boolean>;

/** Changes to many documents at once. */
export function createDocumentChanges(domain: CollectionDomain) {
  const { stores, collection: port } = domain;

  /** @throws ProblemError 400 unless documents can be moved to the collection */
  function changeOf(collectionId: string, projectId: string, body: DocumentChange): Change {
    if ('tags' in body) return tagged(body);
    if ('collection_id' in body) return moveTo(projectId, collectionId, body.collection_id);
    if (body.action === 'retry')
      return async (inner, row) =>
        (row.state === 'failed' || row.state === 'cancelled') && Boolean(await requeue(inner, row));
    if (body.action === 'reindex') return async (inner, row) => Boolean(await requeue(inner, row));
    if (body.action === 'cancel')
      return async (inner, { id, state }) =>
        UNSETTLED.some((unsettled) => unsettled === state) && cancelIndexing(inner, id);
    return async (inner, { id }) => (await deleteDocuments(inner, collectionId, [id])) > 0;
  }

  return {
    async change(
      { collectionId, projectId }: { collectionId: string; projectId: string },
      body: DocumentChange,
    ): Promise<DocumentChanges> {
      const { document_ids, state } = body;
      if (document_ids === undefined && state === undefined)
        throw invalidField('/document_ids', DETAIL.documentsNeeded);
      const change = changeOf(collectionId, projectId, body);
      let changed = 0;
      let after: string | undefined;
      for (;;) {
        const rows = await stores.collection.documents.list({
          where: { collection_id: collectionId, ...(after !== undefined && { id: { gt: after } }) },
          filter: {
            id: document_ids && after === undefined ? { in: document_ids } : undefined,
            state,
          },
          order: ['id'],
          limit: BATCH,
        });
        const wanted = document_ids ? rows.filter(({ id }) => document_ids.includes(id)) : rows;
        const done = await stores.transaction(async (inner) => {
          // All documents are locked before anything else, as by those who index one of them.
          const locked: DocumentRow[] = [];
          for (const { id } of wanted) {
            const row = await inner.collection.documents.lock({ id, collection_id: collectionId });
            // Unless it has been deleted, or has changed its state, in the meantime.
            if (row && (state === undefined || row.state === state)) locked.push(row);
          }
          const ids: string[] = [];
          for (const row of locked) if (await change(inner, row)) ids.push(row.id);
          return ids;
        });
        if (body.action === 'delete') await forgetDocuments(domain, done);
        if (body.action === 'move')
          for (const id of done) await stores.collection.chunks.deleteDocument(id);
        changed += done.length;
        after = rows.at(-1)?.id;
        if (rows.length < BATCH) break;
      }
      port.kick();
      return { changed };
    },
  };
}

function tagged({ action, tags: given }: DocumentTagging): Change {
  const tags = toTags(given);
  const without = new Set(tags.map((tag) => tag.toLowerCase()));
  return async (inner, row) => {
    const kept = row.tags.filter((tag) => !without.has(tag.toLowerCase()));
    const next = action === 'add_tags' ? toTags([...row.tags, ...tags]) : kept;
    if (next.length === row.tags.length) return false;
    const changed = { ...row, tags: next, version: row.version + 1 };
    await inner.collection.documents.put(changed);
    return true;
  };
}

/** @throws ProblemError 400 unless the other collection is in the project */
function moveTo(projectId: string, from: string, to: string): Change {
  if (to === from) throw invalidField('/collection_id', DETAIL.otherCollectionNeeded);
  return async (inner, row) => {
    const target = await inner.collection.collections.find({ id: to, project_id: projectId });
    if (!target) throw invalidField('/collection_id', DETAIL.collectionUnknown);
    await inner.collection.indexings.delete({ document_id: row.id });
    const moved: DocumentRow = {
      ...row,
      collection_id: to,
      state: 'waiting',
      datasource_id: null,
      version: row.version + 1,
    };
    await inner.collection.documents.put(moved);
    await enqueue(inner, to, [moved]);
    return true;
  };
}
