import { newId } from '#core/ids.ts';
import {
  ARCHIVE_MAX_BYTES,
  UPLOAD_HOURS,
  UPLOAD_PART_BYTES,
  UPLOADS_OPEN_MAX,
} from '#core/limits.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import { toTags } from '#core/task/tags.ts';
import type { Upload, UploadCreate, UploadResultList } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { UploadRow } from './collection.tables.ts';
import { toUpload } from './collection-views.ts';
import { addDocuments, fileName, type NewDocument } from './document-rows.ts';
import { partNames } from './document-text.ts';

interface Place {
  orgId: string;
  projectId: string;
}

/** The maximum size of an archive, including the manifest and the directory. */
const ARCHIVE_UPLOAD_MAX = 1.25 * ARCHIVE_MAX_BYTES;

/** How many expired uploads are read at once. */
const SWEPT_AT_ONCE = 100;

/** Large files, uploaded in parts. An interrupted upload can be resumed. */
export function createUploadService(domain: CollectionDomain) {
  const { stores, collection: port } = domain;
  const { uploads } = stores.collection;

  return {
    /** @throws ProblemError 400 for a collection that isn't in the project, 409 for too many open uploads */
    async create(place: Place, body: UploadCreate, by: Principal): Promise<UploadResultList> {
      const { purpose, collection_id: collectionId = null, files, tags = [] } = body;
      const isMissing =
        collectionId === null
          ? purpose === 'document'
          : !(await stores.collection.collections.find({
              id: collectionId,
              project_id: place.projectId,
            }));
      if (isMissing) throw invalidField('/collection_id', DETAIL.collectionUnknown);
      const max = purpose === 'archive' ? ARCHIVE_UPLOAD_MAX : port.maxBytes;
      const now = new Date();
      const author = actorOf(by);
      const rows = files.map(
        ({ name, size }): UploadRow => ({
          id: newId('upload'),
          org_id: place.orgId,
          project_id: place.projectId,
          purpose,
          collection_id: purpose === 'document' ? collectionId : null,
          name: fileName(name),
          size,
          offset: 0,
          tags: toTags(tags),
          folder: newId(purpose === 'document' ? 'document' : 'archive'),
          created_by_id: author.id,
          created_by_name: author.name,
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + UPLOAD_HOURS * 3_600_000).toISOString(),
        }),
      );
      const accepted = rows.filter(({ size }) => size > 0 && size <= max);
      await stores.transaction(async ({ collection, project }) => {
        await project.projects.lock({ id: place.projectId });
        const open = await collection.openUploads(place.projectId);
        if (open + accepted.length > UPLOADS_OPEN_MAX)
          throw new ProblemError('limit_reached', DETAIL.uploadLimit(UPLOADS_OPEN_MAX));
        if (accepted.length > 0) await collection.uploads.insert(accepted);
      });
      const results = rows.map((row) => {
        const error = sizeProblem(row.size, max);
        return { name: row.name, upload: error === null ? toUpload(row) : null, error };
      });
      return { results, pagination: { has_next: false, next_cursor: null } };
    },

    get: toUpload,

    /**
     * Stores the next part. The last one turns the upload into a document. Parts are idempotent.
     * @throws ProblemError 400 for a part of the wrong size, 409 `upload_conflict` for one that isn't the next
     */
    async part(row: UploadRow, offset: number, file: Blob, by: Principal): Promise<Upload> {
      const end = Math.min(row.size, offset + UPLOAD_PART_BYTES);
      if (offset % UPLOAD_PART_BYTES !== 0 || offset > row.offset || offset >= row.size)
        throw new ProblemError('upload_conflict', DETAIL.uploadOffset(row.offset));
      if (file.size !== end - offset) throw invalidField('/file', DETAIL.uploadPart(end - offset));
      if (offset < row.offset) return toUpload(row);
      const name = partNames({ content: 1, parts: offset / UPLOAD_PART_BYTES + 1 }).at(-1) ?? '';
      await port.files.put(row.folder, name, new Uint8Array(await file.arrayBuffer()));
      const done = await stores.transaction(async (inner) => {
        const current = await mustFind(inner.collection.uploads.lock({ id: row.id }));
        if (current.offset !== offset) return current;
        const changed: UploadRow = { ...current, offset: end };
        await inner.collection.uploads.put(changed);
        if (end === row.size && row.collection_id !== null)
          await addDocuments(inner, row.collection_id, [documentOf(row)], actorOf(by));
        return changed;
      });
      if (end === row.size) port.kick();
      return toUpload(done);
    },

    delete: discard,

    /** Deletes expired uploads, and the records of completed ones. */
    async sweep(now: Date, signal: AbortSignal): Promise<void> {
      const where = { expires_at: { lt: now.toISOString() } };
      while (!signal.aborted) {
        const expired = await uploads.list({ where, limit: SWEPT_AT_ONCE });
        for (const row of expired) await discard(row);
        if (expired.length < SWEPT_AT_ONCE) return;
      }
    },
  };

  /** Deletes an upload and its parts, unless it has become a document. */
  async function discard({ id, folder, offset, size, purpose }: UploadRow): Promise<void> {
    await uploads.delete({ id });
    if (offset < size || purpose === 'archive') await port.files.removeFolder(folder);
  }
}

function documentOf({ folder, name, size, tags }: UploadRow): NewDocument {
  const parts = Math.ceil(size / UPLOAD_PART_BYTES);
  return { id: folder, name, origin_type: 'file', size, parts, tags };
}

function sizeProblem(size: number, max: number): string | null {
  if (size === 0) return VALIDATION.fileEmpty;
  return size > max ? MESSAGES.image.tooLarge(Math.floor(max / 1024 / 1024)) : null;
}
