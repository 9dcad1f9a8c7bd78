import { newId } from '#core/ids.ts';
import { toStorableTime } from '#core/time.ts';
import type { Actor } from '#generated/model/index.ts';
import { requirePlan } from '../billing/plan-limits.ts';
import { mustFind, notFound } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionRow, DocumentRow } from './collection.tables.ts';
import { enqueue } from './queue.ts';

/** The initial values of a document. */
export type NewDocument = Pick<DocumentRow, 'name' | 'origin_type'> &
  Partial<
    Pick<
      DocumentRow,
      | 'id'
      | 'url'
      | 'tags'
      | 'dated_at'
      | 'parts'
      | 'size'
      | 'hash'
      | 'media_type'
      | 'datasource_id'
      | 'source_etag'
    >
  >;

/**
 * Adds documents to a collection and to the queues of its indexes.
 * @throws ProblemError 409 `limit_reached`
 */
export async function addDocuments(
  stores: Pick<Stores, 'collection' | 'org' | 'billing'>,
  collectionId: string,
  given: readonly NewDocument[],
  by: Actor,
): Promise<DocumentRow[]> {
  const owner = await mustFind(stores.collection.collections.lock({ id: collectionId }));
  const count = await stores.collection.documents.count({ collection_id: collectionId });
  await requirePlan(stores, owner.org_id, 'documents', count + given.length);
  const rows = given.map((document) => newDocument(owner, document, by));
  await stores.collection.documents.insert(rows);
  await enqueue(stores, collectionId, rows);
  await stores.collection.collections.change(
    { id: collectionId },
    { updated_at: new Date().toISOString() },
  );
  return rows;
}

/** Deletes documents. Call `forgetDocuments` after the transaction. */
export async function deleteDocuments(
  { collection }: Pick<Stores, 'collection'>,
  collectionId: string,
  ids: readonly string[],
): Promise<number> {
  const deleted = await collection.documents.delete({
    id: { in: ids },
    collection_id: collectionId,
  });
  if (deleted === 0) throw notFound();
  return deleted;
}

/** Deletes the chunks and files of deleted documents. */
export async function forgetDocuments(
  { stores, collection: port }: Pick<CollectionDomain, 'collection' | 'stores'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await stores.collection.chunks.deleteDocument(id);
    await port.files.removeFolder(id);
  }
}

/** Requeues a locked document. */
export async function requeue(
  stores: Pick<Stores, 'collection'>,
  row: DocumentRow,
): Promise<DocumentRow> {
  const change = {
    state: 'waiting',
    error_code: null,
    error_detail: null,
    version: row.version + 1,
    updated_at: new Date().toISOString(),
  } as const;
  await stores.collection.documents.change({ id: row.id }, change);
  await enqueue(stores, row.collection_id, [row]);
  return { ...row, ...change };
}

/** The row of a new document. */
export function newDocument(
  { id, org_id }: Pick<CollectionRow, 'id' | 'org_id'>,
  given: NewDocument,
  author: Actor,
): DocumentRow {
  const now = new Date().toISOString();
  return newRow('document', {
    id: newId('document'),
    org_id,
    collection_id: id,
    size: 0,
    tags: [],
    dated_at: now,
    state: 'waiting',
    warnings: [],
    characters: 0,
    parts: 0,
    content: 1,
    extracted: 0,
    segments: 0,
    created_by_id: author.id,
    created_by_name: author.name,
    created_at: now,
    updated_at: now,
    version: 1,
    ...given,
    ...(given.dated_at !== undefined && { dated_at: toStorableTime(given.dated_at) }),
  });
}

/** Control characters, and those that reverse a name, so that `exe.fdp` looks like `pdf.exe`. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** The name of an uploaded file, without the path that a browser or an attacker may send. */
export function fileName(given: string): string {
  const name = given.split(/[\\/]/).at(-1)?.replace(UNPRINTABLE, '').trim();
  return (name || 'Untitled').slice(0, 255).toWellFormed();
}
