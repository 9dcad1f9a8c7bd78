import { ExtractFailure } from '#core/extract/extracted.ts';
import { newId } from '#core/ids.ts';
import type { CollectionImport } from '#generated/model/index.ts';
import { requirePlan } from '../../billing/plan-limits.ts';
import { DETAIL } from '../../details.ts';
import { actorOf, type Principal } from '../../principal.ts';
import { invalidField, mustFind, ProblemError } from '../../problem.ts';
import type { FileList } from '../collection.port.ts';
import type { CollectionDomain } from '../collection.service.ts';
import type { CollectionRow, QuestionRow, UploadRow } from '../collection.tables.ts';
import { insertCollection, newCollection, underFreeName } from '../collection-rows.ts';
import { fileName, type NewDocument, newDocument } from '../document-rows.ts';
import { partNames } from '../document-text.ts';
import { newIndexing } from '../queue.ts';
import { partsOf } from './archive.ts';
import type { Manifest } from './manifest.ts';

interface Place {
  orgId: string;
  projectId: string;
}
/** A document with an id. */
export type ImportedDocument = NewDocument & { id: string };

/** The number of documents or questions per transaction. */
const WRITTEN_AT_ONCE = 100;
/** The number of alternative names to try. */
const NAMES = 50;

/**
 * Creates a collection from an uploaded archive, which is read in a thread. The files are stored first, then its
 * documents in batches. At last, one transaction creates the collection and deletes the upload, so that the import is
 * atomic.
 * @param signal stops the import before the collection is created
 * @throws ProblemError 400, 409 `limit_reached`, 429 or 503 when there are too many imports
 */
export async function importCollection(
  domain: CollectionDomain,
  place: Place,
  { body, by, signal }: { body: CollectionImport; by: Principal; signal: AbortSignal },
): Promise<CollectionRow> {
  const { stores, collection: port } = domain;
  const upload = await stores.collection.uploads.find({
    id: body.upload_id,
    project_id: place.projectId,
    purpose: 'archive',
  });
  if (!upload || upload.offset < upload.size)
    throw invalidField('/upload_id', DETAIL.uploadUnknown);
  const archive = archiveOf(upload);
  const work = { owner: place.orgId, signal };
  let documents: ImportedDocument[] = [];
  try {
    const manifest = await port.readArchive(archive, work);
    if (!manifest) throw invalidField('/upload_id', DETAIL.archiveForeign);
    await checkUrls(domain, manifest);
    documents = manifest.documents.map(toDocument);
    const originals = manifest.documents.flatMap(({ path, name }, at) => {
      const folder = documents[at]?.id;
      return path === null || folder === undefined ? [] : [{ path, name, folder }];
    });
    const sizes = await port.unpackArchive(archive, originals, work);
    const sizeOf = new Map(originals.map(({ folder }, at) => [folder, sizes[at] ?? 0]));
    documents = documents.map((document) => {
      const size = sizeOf.get(document.id);
      return size === undefined ? document : { ...document, size, parts: partsOf(size) };
    });
    const row = await create(domain, place, { body, manifest, documents, upload }, by);
    await port.files.removeFolder(upload.folder);
    port.kick();
    return row;
  } catch (error) {
    for (const { id } of documents) await port.files.removeFolder(id);
    // What was stored is swept, since no collection is coming.
    await stores.collection.uploads.change({ id: upload.id }, { collection_id: null });
    if (error instanceof ExtractFailure) throw invalidField('/upload_id', error.detail);
    throw error;
  }
}

/** The parts of an upload. */
export function archiveOf({ folder, size }: UploadRow): FileList {
  return { folder, names: partNames({ content: 1, parts: partsOf(size) }) };
}

/** Pages without an original will be fetched, so their URLs are checked like those that a person enters. */
async function checkUrls({ outbound }: CollectionDomain, { documents }: Manifest): Promise<void> {
  for (const { path, url } of documents) {
    if (path === null && url !== null && (await outbound.check(url)) !== undefined)
      throw invalidField('/upload_id', DETAIL.archiveForeign);
  }
}

/** A document with an id of its own, whose original isn't stored yet. */
export function toDocument(archived: Manifest['documents'][number]): ImportedDocument {
  const { name, type, url, media_type, tags, dated_at } = archived;
  return {
    id: newId('document'),
    name: fileName(name),
    origin_type: type,
    url,
    media_type,
    tags,
    dated_at,
    size: 0,
    parts: 0,
  };
}

async function create(
  domain: CollectionDomain,
  place: Place,
  {
    body,
    manifest,
    documents,
    upload,
  }: {
    body: CollectionImport;
    manifest: Manifest;
    documents: readonly ImportedDocument[];
    upload: UploadRow;
  },
  by: Principal,
): Promise<CollectionRow> {
  const { description, tags } = manifest;
  const name = (body.name ?? manifest.name).trim();
  const settings = await archivedSettings(domain, manifest);
  const made = await newCollection(domain, place, { name, description, tags, settings }, by);
  const { row, index } = made;
  const { stores } = domain;
  await requirePlan(stores, place.orgId, 'documents', documents.length);
  // Nobody sees the documents before the collection exists. The upload says that it is coming.
  await stores.collection.uploads.change({ id: upload.id }, { collection_id: row.id });
  for (let at = 0; at < documents.length; at += WRITTEN_AT_ONCE)
    await stores.transaction(async ({ collection }) => {
      const some = documents.slice(at, at + WRITTEN_AT_ONCE);
      const rows = some.map((document) => newDocument(row, document, actorOf(by)));
      await collection.documents.insert(rows);
      await collection.indexings.insert(rows.map((one) => newIndexing(one, index.id)));
    });
  const questions = manifest.questions.map((question) =>
    toQuestion(question, (at) => documents[at]?.id, row, by),
  );
  for (let at = 0; at < questions.length; at += WRITTEN_AT_ONCE)
    await stores.collection.questions.insert(questions.slice(at, at + WRITTEN_AT_ONCE));
  for (let attempt = 1; ; attempt += 1) {
    const free = attempt === 1 ? name : `${name.slice(0, 110)} ${attempt}`;
    const named = { ...row, name: free };
    try {
      await underFreeName(
        stores.transaction(async (inner) => {
          // A concurrent import of the same upload fails here.
          const own = { id: upload.id, collection_id: row.id };
          await mustFind(inner.collection.uploads.lock(own));
          await insertCollection(inner, { row: named, index });
          await inner.collection.uploads.delete({ id: upload.id });
        }),
      );
      return named;
    } catch (error) {
      const isTaken = error instanceof ProblemError && error.code === 'name_taken';
      if (!isTaken || attempt === NAMES) throw error;
    }
  }
}

/** The archive's settings. If this server lacks the embedding model, its own default is used. */
export async function archivedSettings(
  { collection: port }: Pick<CollectionDomain, 'collection'>,
  { settings }: Pick<Manifest, 'settings'>,
) {
  const { embedding_model, language, chunk_size, chunk_overlap } = settings;
  const models = await port.embedding.models();
  const isKnown =
    embedding_model === null || models.some((one) => one.id === embedding_model && !one.isUnpriced);
  return {
    chunk_size,
    chunk_overlap,
    language,
    ...(isKnown && { embedding_model }),
  };
}

/** @param documentAt the id of the document with an index in the archive's list */
export function toQuestion(
  { question, expected, filter }: Manifest['questions'][number],
  documentAt: (index: number) => string | undefined,
  { id, created_at }: Pick<CollectionRow, 'id' | 'created_at'>,
  by: Principal,
): QuestionRow {
  const author = actorOf(by);
  const { documents: places, ...conditions } = filter ?? {};
  const idOf = (at: number) => documentAt(at) ?? [];
  return {
    id: newId('question'),
    collection_id: id,
    question: question.trim(),
    expected: expected.flatMap(({ document, start, end }) => {
      const document_id = documentAt(document);
      return document_id !== undefined && end > start ? [{ document_id, start, end }] : [];
    }),
    filter: filter && { ...conditions, ...(places && { document_ids: places.flatMap(idOf) }) },
    created_by_id: author.id,
    created_by_name: author.name,
    created_at,
  };
}
