import { newId } from '#core/ids.ts';
import { sha256 } from '#core/sha256.ts';
import type { DatasourceSyncResult } from '#generated/model/index.ts';
import type { DocumentRow } from '../collection/collection.store.ts';
import { addDocuments, forgetDocuments, requeue } from '../collection/document-rows.ts';
import { hashOf, storeOriginal } from '../collection/ingest.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import {
  type Changes,
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type ListedItem,
  type MissedItem,
} from './connectors/connector.ts';
import type { DatasourceItemRow, DatasourceRow, DatasourceSyncRow } from './datasource.store.ts';
import { type DatasourceDomain, documentOf, findItem } from './source-context.ts';

const NAME_MAX = 255;
/** How many items are read at once when looking for those that are gone. */
const BATCH = 500;
/** Reasons that stay as they are until the item changes, so that it needn't be listed again. */
const LASTING: readonly string[] = ['too_large', 'unsupported', 'forbidden_by_robots', 'not_found'];

/** A sync that was cancelled, or whose source was deleted, while it was being worked on. */
export class SyncEnded extends Error {
  override readonly name = 'SyncEnded';
}

interface Entry {
  result: DatasourceSyncResult;
  name: string;
  url: string | null;
  document_id: string | null;
  detail: string | null;
}

type Counts = Pick<DatasourceSyncRow, 'added' | 'changed' | 'removed' | 'unchanged' | 'failed'>;

/**
 * Follows what a connector lists. Each change to the documents is stored together with the item and its log entry, so
 * that an interrupted sync continues where it was: items that it has listed already are left alone.
 */
export class SyncChanges {
  readonly #domain: DatasourceDomain;
  readonly #source: DatasourceRow;
  readonly #syncId: string;
  readonly #connector: Connector<unknown, unknown, unknown>;
  readonly #config: unknown;
  readonly #context: ConnectorContext<unknown>;
  /** Whether items failed that the next sync has to list again. */
  hasFailed = false;

  constructor(
    domain: DatasourceDomain,
    {
      source,
      syncId,
      connector,
      config,
      context,
    }: {
      source: DatasourceRow;
      syncId: string;
      connector: Connector<unknown, unknown, unknown>;
      config: unknown;
      context: ConnectorContext<unknown>;
    },
  ) {
    this.#domain = domain;
    this.#source = source;
    this.#syncId = syncId;
    this.#connector = connector;
    this.#config = config;
    this.#context = context;
  }

  /** Follows one page. @throws ConnectorFailure about the source, SyncEnded */
  async follow({
    items,
    deleted = [],
    failed = [],
    skipped = [],
  }: Changes<unknown>): Promise<void> {
    const unchanged: string[] = [];
    for (const item of items) {
      this.#context.signal.throwIfAborted();
      const known = await findItem(this.#domain, this.#source.id, item.key);
      if (known?.sync_id === this.#syncId) {
        // Before the interruption it failed, or it has no etag.
        this.hasFailed ||= known.etag === null && item.etag !== null;
        continue;
      }
      const document = known && (await documentOf(this.#domain, known));
      if (known && document && item.etag !== null && item.etag === known.etag)
        unchanged.push(known.key_hash);
      else await this.#read(item, known, document);
    }
    await this.#keep(unchanged);
    await this.#remove(await this.#itemsOf(deleted.map((key) => ({ key }))), null);
    for (const missed of failed) await this.#fail(missed);
    for (const missed of skipped) await this.#skip(missed);
  }

  /** Removes what a complete listing didn't contain. */
  async removeUnlisted(): Promise<void> {
    const { items } = this.#domain.stores.datasource;
    for (let after = ''; ; ) {
      this.#context.signal.throwIfAborted();
      const rows = await items.list({
        where: { datasource_id: this.#source.id, key_hash: { gt: after } },
        order: ['key_hash'],
        limit: BATCH,
      });
      await this.#remove(
        rows.filter(({ sync_id }) => sync_id !== this.#syncId),
        null,
      );
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.key_hash;
    }
  }

  async #read(
    item: ListedItem,
    known: DatasourceItemRow | undefined,
    document: DocumentRow | undefined,
  ): Promise<void> {
    let content: Content;
    try {
      content = item.content ?? (await this.#connector.fetch(this.#config, item, this.#context));
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.isAboutSource) throw error;
      await this.#fail({ ...item, reason: error.reason, message: error.message });
      return;
    }
    const hash = await hashOf(content.bytes);
    const row = await this.#rowOf(item, hash, document?.id ?? null);
    if (known && document && hash === known.hash) {
      await this.#record({ unchanged: 1 }, null, (inner) => inner.datasource.items.put(row));
      return;
    }
    if (document) await this.#change(row, document, content);
    else await this.#add(row, content);
    this.#domain.collection.kick();
  }

  async #add(row: DatasourceItemRow, content: Content): Promise<void> {
    const id = newId('document');
    const name = row.name.slice(0, NAME_MAX).toWellFormed();
    const stored = await storeOriginal(
      this.#domain.collection,
      { id, content: 1 },
      { ...content, etag: row.etag },
    );
    const dated_at = timeOf(row.modified_at);
    const given = {
      ...stored,
      id,
      name,
      url: row.url,
      origin_type: 'datasource',
      datasource_id: this.#source.id,
      ...(dated_at !== undefined && { dated_at }),
    } as const;
    const { collection_id, created_by_id, created_by_name } = this.#source;
    const author = { id: created_by_id, name: created_by_name };
    const entry = { result: 'added', name, url: row.url, document_id: id, detail: null } as const;
    try {
      await this.#record({ added: 1 }, entry, async (inner) => {
        await addDocuments(inner, collection_id, [given], author);
        await inner.datasource.items.put({ ...row, document_id: id });
      });
    } catch (error) {
      await this.#domain.collection.files.removeFolder(id);
      if (!(error instanceof ProblemError)) throw error;
      await this.#fail({ ...row, reason: 'too_many', message: error.message });
    }
  }

  async #change(row: DatasourceItemRow, before: DocumentRow, content: Content): Promise<void> {
    const number = before.content + 1;
    const stored = await storeOriginal(
      this.#domain.collection,
      { id: before.id, content: number },
      { ...content, etag: row.etag },
    );
    const name = row.name.slice(0, NAME_MAX).toWellFormed();
    const entry = {
      result: 'changed',
      name,
      url: row.url,
      document_id: before.id,
      detail: null,
    } as const;
    const dated_at = timeOf(row.modified_at) ?? new Date().toISOString();
    await this.#record({ changed: 1 }, entry, async (inner) => {
      const found = await inner.collection.documents.lock({ id: before.id });
      await inner.datasource.items.put(row);
      if (!found) return;
      const next = { ...stored, content: number, url: row.url, dated_at };
      await inner.collection.documents.change({ id: found.id }, next);
      await requeue(inner, { ...found, ...next });
    });
  }

  async #fail({ key, name, url, reason, message }: MissedItem): Promise<void> {
    const known = await findItem(this.#domain, this.#source.id, key);
    if (!LASTING.includes(reason)) this.hasFailed = true;
    if (known?.sync_id === this.#syncId) return;
    const document_id = known?.document_id ?? null;
    const entry = { result: 'failed', name, url, document_id, detail: message } as const;
    await this.#record({ failed: 1 }, entry, async (inner) => {
      // Without an etag, so that the next sync reads it again. What was read of it before stays.
      const row = known ?? (await this.#rowOf({ ...EMPTY, key, name, url }, null, null));
      await inner.datasource.items.put({ ...row, etag: null, sync_id: this.#syncId });
    });
  }

  async #skip(missed: MissedItem): Promise<void> {
    const { key, name, url, message } = missed;
    const known = await findItem(this.#domain, this.#source.id, key);
    if (known?.sync_id === this.#syncId) return;
    if (known) await this.#remove([known], message);
    const isRemoved = known && known.document_id !== null;
    const entry = { result: 'skipped', name, url, document_id: null, detail: message } as const;
    const row = await this.#rowOf({ ...EMPTY, key, name, url }, null, null);
    await this.#record({}, isRemoved ? null : entry, (inner) => inner.datasource.items.put(row));
  }

  async #itemsOf(keys: readonly { key: string }[]): Promise<DatasourceItemRow[]> {
    const found = [];
    for (const { key } of keys) {
      const item = await findItem(this.#domain, this.#source.id, key);
      if (item) found.push(item);
    }
    return found;
  }

  async #keep(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    const where = { datasource_id: this.#source.id, key_hash: { in: hashes } };
    await this.#record({ unchanged: hashes.length }, null, (inner) =>
      inner.datasource.items.change(where, { sync_id: this.#syncId }),
    );
  }

  async #remove(items: readonly DatasourceItemRow[], detail: string | null): Promise<void> {
    for (const item of items) {
      const document = await documentOf(this.#domain, item);
      const { datasource_id, key_hash, name, url } = item;
      const entry =
        document && ({ result: 'removed', name, url, document_id: null, detail } as const);
      await this.#record(document ? { removed: 1 } : {}, entry ?? null, async (inner) => {
        await inner.datasource.items.delete({ datasource_id, key_hash });
        if (document) await inner.collection.documents.delete({ id: document.id });
      });
      if (document) await forgetDocuments(this.#domain, [document.id]);
    }
  }

  /** Makes a change together with its count and its entry, if the sync is still to be done. */
  async #record(
    counts: Partial<Counts>,
    entry: Entry | null,
    work: (stores: Stores) => Promise<unknown>,
  ): Promise<void> {
    await this.#domain.stores.transaction(async (inner) => {
      const sync = await inner.datasource.syncs.lock({ id: this.#syncId });
      if (sync?.status !== 'running') throw new SyncEnded();
      const sums = Object.entries(counts) as [keyof Counts, number][];
      const next = Object.fromEntries(sums.map(([name, count]) => [name, sync[name] + count]));
      if (sums.length > 0) await inner.datasource.syncs.change({ id: sync.id }, next);
      if (entry) {
        const created_at = new Date().toISOString();
        const row = { id: newId('entry'), sync_id: sync.id, ...entry, created_at };
        await inner.datasource.entries.insert(row);
      }
      await work(inner);
    });
  }

  async #rowOf(
    { key, name, url, media_type, size, etag, modified_at, memo }: Omit<ListedItem, 'content'>,
    hash: string | null,
    documentId: string | null,
  ): Promise<DatasourceItemRow> {
    return {
      datasource_id: this.#source.id,
      key_hash: await sha256(key),
      key,
      name,
      url,
      media_type,
      size,
      etag,
      modified_at,
      memo,
      document_id: documentId,
      hash,
      sync_id: this.#syncId,
    };
  }
}

const EMPTY = { media_type: null, size: null, etag: null, modified_at: null, memo: null };

/** A time that a source names, if it is one. */
function timeOf(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) ? new Date(time).toISOString() : undefined;
}
