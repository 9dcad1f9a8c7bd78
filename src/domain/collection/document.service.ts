import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import { sha256Hex } from '#core/sha256.ts';
import { toTags } from '#core/task/tags.ts';
import { toStorableTime } from '#core/time.ts';
import type {
  Document,
  DocumentBlockList,
  DocumentCreate,
  DocumentList,
  DocumentResult,
  DocumentSort,
  DocumentState,
  DocumentUpdate,
  DocumentUrls,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { FileBody } from '../events.ts';
import { decodeCursor, listViews, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { actorOf, type Principal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import { requireMatch } from '../version.ts';
import { FetchFailure } from './collection.port.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { DocumentRow } from './collection.tables.ts';
import { toDocument } from './collection-views.ts';
import {
  addDocuments,
  deleteDocuments,
  fileName,
  forgetDocuments,
  type NewDocument,
  requeue,
} from './document-rows.ts';
import { partNames, readSegment } from './document-text.ts';
import { cancelIndexing } from './ingest/ingest.ts';
import { replaceOriginal } from './ingest/original.ts';
import { enqueue } from './queue.ts';

interface DocumentQuery extends PageQuery {
  q?: string;
  sort?: DocumentSort;
  tag?: string;
  state?: DocumentState;
  datasource_id?: string;
}

/** The documents of collections. */
export function createDocumentService(domain: CollectionDomain) {
  const { stores, collection: port, outbound } = domain;
  const { collections, documents, indexings } = stores.collection;

  async function viewsOf(rows: readonly DocumentRow[]): Promise<Document[]> {
    const [first] = rows;
    if (!first) return [];
    const owner = await mustFind(collections.find({ id: first.collection_id }));
    const ids = rows.map(({ id }) => id);
    const waiting = rows.filter(({ state }) => state === 'waiting').map(({ id }) => id);
    const [work, places] = await Promise.all([
      indexings.list({
        where: { index_id: owner.index_id, document_id: { in: ids } },
        order: ['document_id'],
      }),
      stores.collection.queuePlaces(owner.index_id, waiting),
    ]);
    const byDocument = new Map(work.map((row) => [row.document_id, row]));
    return rows.map((row) =>
      toDocument(row, {
        indexing: byDocument.get(row.id),
        place: places.get(row.id),
        isPaused: owner.is_paused,
      }),
    );
  }

  async function viewOf(row: DocumentRow): Promise<Document> {
    return mustFind((await viewsOf([row]))[0]);
  }

  async function latestOf({ id }: DocumentRow): Promise<Document> {
    return viewOf(await mustFind(documents.find({ id })));
  }

  /** Stores documents and queues them for indexing. */
  async function add(
    collectionId: string,
    given: readonly NewDocument[],
    by: Principal,
  ): Promise<DocumentRow[]> {
    const rows = await stores.transaction((inner) =>
      addDocuments(inner, collectionId, given, actorOf(by)),
    );
    port.kick();
    return rows;
  }

  return {
    viewOf,
    viewsOf,
    add,

    async list(collectionId: string, query: DocumentQuery): Promise<DocumentList> {
      const { q, tag, state, datasource_id, sort = '-created_at' } = query;
      return listViews(
        documents,
        {
          where: { collection_id: collectionId },
          filter: { state, datasource_id, tags: tag === undefined ? undefined : { has: tag } },
          search: { q, in: ['name', 'title', 'tags'] },
          sort,
        },
        query,
        viewsOf,
      );
    },

    get: viewOf,

    /** Adds a text. */
    async create(collectionId: string, body: DocumentCreate, by: Principal): Promise<Document> {
      const bytes = new TextEncoder().encode(body.text);
      const id = newId('document');
      await port.files.put(id, 'original-1-0', bytes);
      const text = {
        id,
        name: body.name.trim(),
        origin_type: 'text',
        media_type: 'text/markdown',
        size: bytes.length,
        parts: 1,
        tags: toTags(body.tags ?? []),
        ...(body.dated_at !== undefined && { dated_at: body.dated_at }),
      } as const;
      const [row] = await add(collectionId, [text], by);
      return viewOf(await mustFind(row));
    },

    /** Adds a small file. */
    async upload(collectionId: string, file: Blob & { name?: string }, by: Principal) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const id = newId('document');
      await port.files.put(id, 'original-1-0', bytes);
      const name = fileName(file.name ?? '');
      const upload = { id, name, origin_type: 'file', size: bytes.length, parts: 1 } as const;
      const [row] = await add(collectionId, [upload], by);
      return viewOf(await mustFind(row));
    },

    /** Adds pages. A forbidden URL gets an error; the others are added. */
    async createFromUrls(
      collectionId: string,
      { urls, tags = [] }: DocumentUrls,
      by: Principal,
    ): Promise<{ results: DocumentResult[]; pagination: DocumentList['pagination'] }> {
      const checked = await Promise.all(
        urls.map(async (url) => ({ url, problem: await outbound.check(url) })),
      );
      const valid = [...new Set(checked.filter((c) => c.problem === undefined).map((c) => c.url))];
      const pages = valid.map(
        (url) =>
          ({ name: url.slice(0, 255), origin_type: 'url', url, tags: toTags(tags) }) as const,
      );
      const rows = pages.length > 0 ? await add(collectionId, pages, by) : [];
      const views = new Map((await viewsOf(rows)).map((view) => [view.origin.url, view]));
      const results = checked.map(({ url, problem }) => ({
        name: url,
        document: views.get(url) ?? null,
        error: problem === undefined ? null : `${MESSAGES.document.badUrl} ${problem}`,
      }));
      return { results, pagination: { has_next: false, next_cursor: null } };
    },

    /** @throws ProblemError 400 for a text of a document that is a file, 412 when it changed since `ifMatch` */
    async update(before: DocumentRow, body: DocumentUpdate, ifMatch?: string): Promise<Document> {
      const { name, tags, dated_at, text } = body;
      const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
      if (bytes && before.origin_type !== 'text')
        throw invalidField('/text', DETAIL.documentNotText);
      const change = (original: Partial<DocumentRow> = {}) =>
        stores.transaction(async (inner) => {
          const found = await mustFind(inner.collection.documents.lock({ id: before.id }));
          requireMatch(ifMatch, found);
          if (bytes && found.content !== before.content) requireMatch('""', found);
          const changed: DocumentRow = {
            ...found,
            ...original,
            name: name?.trim() ?? found.name,
            tags: tags ? toTags(tags) : found.tags,
            dated_at: dated_at === undefined ? found.dated_at : toStorableTime(dated_at),
            ...(bytes && { state: 'waiting' }),
            version: found.version + 1,
            updated_at: new Date().toISOString(),
          };
          await inner.collection.documents.put(changed);
          if (bytes) await enqueue(inner, changed.collection_id, [changed]);
          return changed;
        });
      const { media_type } = before;
      const row = await (bytes
        ? replaceOriginal(port, before, { bytes, media_type, etag: null }, change)
        : change());
      if (bytes) port.kick();
      return viewOf(row);
    },

    async delete({ id, collection_id }: DocumentRow): Promise<void> {
      await stores.transaction(async (inner) => {
        await deleteDocuments(inner, collection_id, [id]);
      });
      await forgetDocuments(domain, [id]);
    },

    /** Reindexes a document. */
    async retry({ id }: DocumentRow): Promise<Document> {
      const row = await stores.transaction(async (inner) => {
        const found = await mustFind(inner.collection.documents.lock({ id }));
        return requeue(inner, found);
      });
      port.kick();
      return viewOf(row);
    },

    /** @throws ProblemError 409 if it isn't being indexed */
    async cancel(row: DocumentRow): Promise<Document> {
      const isCancelled = await stores.transaction((inner) => cancelIndexing(inner, row.id));
      if (!isCancelled) throw new ProblemError('document_not_ready', DETAIL.documentSettled);
      return latestOf(row);
    },

    /** Refetches a page, and reindexes it if it has changed. */
    async refetch(row: DocumentRow, signal: AbortSignal): Promise<Document> {
      if (row.origin_type !== 'url' || row.url === null)
        throw new ProblemError('document_not_ready', DETAIL.documentNotPage);
      const page = await port.fetchPage(row.url, row.source_etag, signal).catch(refused);
      if (!page) return viewOf(row);
      const { etag: source_etag } = page;
      if ((await sha256Hex(page.bytes)) === row.hash) {
        await documents.change({ id: row.id, content: row.content }, { source_etag });
        return viewOf(row);
      }
      const changed = await replaceOriginal(port, row, page, (next) =>
        stores.transaction(async (inner) => {
          const found = await mustFind(inner.collection.documents.lock({ id: row.id }));
          // Somebody else has refetched it in the meantime.
          if (found.content !== row.content) return undefined;
          await inner.collection.documents.change({ id: row.id }, next);
          return requeue(inner, { ...found, ...next });
        }),
      );
      if (!changed) return latestOf(row);
      port.kick();
      return viewOf(changed);
    },

    /** The original, as it was uploaded or fetched. */
    download(row: DocumentRow): FileBody {
      if (row.parts === 0) throw new ProblemError('document_not_ready', DETAIL.documentNoFile);
      const names = partNames(row);
      async function* parts() {
        for (const name of names) yield await port.files.get(row.id, name);
      }
      return new FileBody(asciiName(row.name), 'application/octet-stream', parts());
    },

    /** @throws ProblemError 409 while it has no text */
    async blocks(
      row: DocumentRow,
      query: PageQuery & { page?: number; offset?: number },
    ): Promise<DocumentBlockList> {
      if (row.segments === 0) throw new ProblemError('document_not_ready', DETAIL.documentNoText);
      const at = decodeCursor(query.cursor, isBlockCursor) ?? { segment: 0, block: 0 };
      const limit = pageLimit(query);
      const found = [];
      for (let number = at.segment; number < row.segments && found.length <= limit; number += 1) {
        const { first, blocks } = await readSegment(port.files, row, number);
        for (const [index, block] of blocks.entries()) {
          const isBefore = number === at.segment && index < at.block;
          const isEarlier =
            (query.page !== undefined && (block.page ?? 0) < query.page) ||
            (query.offset !== undefined && block.end <= query.offset);
          if (!isBefore && !isEarlier)
            found.push({ segment: number, index, id: first + index, block });
          if (found.length > limit) break;
        }
      }
      const { rows, pagination } = toPage(found, limit, ({ segment, index }) => ({
        segment,
        block: index + 1,
      }));
      const results = rows.map(({ id, block }) => ({
        id: String(id),
        kind: block.kind,
        level:
          block.kind === 'heading' ? Math.min(6, Math.max(1, block.heading_path.length)) : null,
        text: block.text,
        start: block.start,
        end: block.end,
        page: block.page ?? null,
        sheet: block.sheet ?? null,
        slide: block.slide ?? null,
        heading_path: block.heading_path,
      }));
      return { results, pagination };
    },
  };
}

/** An ASCII file name for the Content-Disposition header. */
function asciiName(name: string): string {
  return name.replace(/[^\w.() -]/g, '_');
}

function refused(error: unknown): never {
  if (!(error instanceof FetchFailure)) throw error;
  throw invalidField('', `${MESSAGES.document.badUrl} ${error.message}`);
}

function isBlockCursor(
  keys: Readonly<Record<string, unknown>>,
): keys is { segment: number; block: number } {
  return Number.isSafeInteger(keys.segment) && Number.isSafeInteger(keys.block);
}
