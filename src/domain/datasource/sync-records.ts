import { newId } from '#core/ids.ts';
import { DOCUMENT_NAME_MAX } from '#core/limits.ts';
import { toStorableTime } from '#core/time.ts';
import type { DatasourceSyncResult } from '#generated/model/index.ts';
import type { DocumentRow } from '../collection/collection.tables.ts';
import { addDocuments, forgetDocuments, requeue } from '../collection/document-rows.ts';
import { replaceOriginal, storeOriginal } from '../collection/ingest/original.ts';
import type { Stores } from '../stores.ts';
import type { Content } from './connectors/connector.ts';
import type { DatasourceItemRow, DatasourceRow, DatasourceSyncRow } from './datasource.tables.ts';
import { type DatasourceDomain, documentOf } from './source-context.ts';

/** A sync that was cancelled, whose source was deleted, or that another process has taken over. */
export class SyncEnded extends Error {
  override readonly name = 'SyncEnded';
}

type Counts = Pick<DatasourceSyncRow, 'added' | 'changed' | 'removed' | 'unchanged' | 'failed'>;

/** An item's new row, and its row when the sync examined it. */
export interface ItemChange {
  row: DatasourceItemRow;
  known: DatasourceItemRow | undefined;
}

interface Step {
  /** The changes to the sync's counts. */
  counts: Partial<Counts>;
  result: DatasourceSyncResult | null;
  item: Pick<DatasourceItemRow, 'key_hash' | 'name' | 'url'>;
  known: DatasourceItemRow | undefined;
  document_id?: string | null;
  detail?: string | null;
}

/**
 * Stores the results of a sync. Each change to a document is stored in one transaction with its item, count and log
 * entry, so that any interrupted sync can be resumed.
 */
export class SyncRecords {
  readonly #domain: DatasourceDomain;
  readonly #source: DatasourceRow;
  readonly #syncId: string;

  constructor(domain: DatasourceDomain, source: DatasourceRow, syncId: string) {
    this.#domain = domain;
    this.#source = source;
    this.#syncId = syncId;
  }

  /** @throws ProblemError when the collection is full */
  async add({ row, known }: ItemChange, content: Content): Promise<void> {
    const { collection } = this.#domain;
    const id = newId('document');
    const original = { ...content, etag: row.etag };
    const stored = await storeOriginal(collection, { id, content: 1 }, original);
    const dated_at = timeOf(row.modified_at);
    const given = {
      ...stored,
      id,
      name: documentName(row),
      url: row.url,
      origin_type: 'datasource',
      datasource_id: this.#source.id,
      ...(dated_at !== undefined && { dated_at }),
    } as const;
    const { collection_id, created_by_id, created_by_name } = this.#source;
    const author = { id: created_by_id, name: created_by_name };
    const step = { counts: { added: 1 }, result: 'added', document_id: id } as const;
    try {
      await this.#record({ ...step, item: row, known }, async (inner) => {
        await addDocuments(inner, collection_id, [given], author);
        await inner.datasource.items.put({ ...row, document_id: id });
      });
    } catch (error) {
      await collection.files.removeFolder(id);
      throw error;
    }
    collection.kick();
  }

  async change({ row, known }: ItemChange, before: DocumentRow, content: Content): Promise<void> {
    const { collection } = this.#domain;
    const original = { ...content, etag: row.etag };
    const dated_at = timeOf(row.modified_at) ?? new Date().toISOString();
    const step = { counts: { changed: 1 }, result: 'changed', document_id: before.id } as const;
    await replaceOriginal(collection, before, original, async (stored) => {
      await this.#record({ ...step, item: row, known }, async (inner) => {
        const found = await inner.collection.documents.lock({ id: before.id });
        await inner.datasource.items.put(row);
        if (!found) return;
        const name = nameAfter(found, row, known);
        const next = { ...stored, name, url: row.url, dated_at };
        await inner.collection.documents.change({ id: found.id }, next);
        await requeue(inner, { ...found, ...next });
      });
      return true;
    });
    collection.kick();
  }

  /** Stores an item whose content is the same. Its document takes the item's new name and address. */
  async refresh({ row, known }: ItemChange, before: DocumentRow): Promise<void> {
    const name = nameAfter(before, row, known);
    const isRenamed = name !== before.name;
    // An interrupted sync that looks at an item again has counted it.
    const unchanged = known?.sync_id === this.#syncId ? {} : { unchanged: 1 };
    const step: Step = {
      counts: isRenamed ? { changed: 1 } : unchanged,
      result: isRenamed ? 'changed' : null,
      item: row,
      known,
      document_id: before.id,
      detail: `Renamed from “${before.name}”.`,
    };
    await this.#record(step, async (inner) => {
      await inner.datasource.items.put(row);
      if (!isRenamed && row.url === before.url) return;
      await renameDocument(inner, before.id, row, known);
    });
  }

  /** Stores an item that was moved to a new key. Its document stays, with its tags and chunks. */
  async move(from: DatasourceItemRow, row: DatasourceItemRow, before: DocumentRow): Promise<void> {
    const { datasource_id, key_hash } = from;
    const detail = `Moved from “${from.key}”.`;
    const counts = { changed: 1 };
    const step = { counts, result: 'changed', document_id: before.id, detail } as const;
    await this.#record({ ...step, item: row, known: undefined }, async (inner) => {
      await inner.datasource.items.delete({ datasource_id, key_hash });
      await inner.datasource.items.put(row);
      await renameDocument(inner, before.id, row, from);
    });
  }

  /** Marks items as unchanged. */
  async keep(hashes: readonly string[]): Promise<void> {
    const where = { datasource_id: this.#source.id, key_hash: { in: hashes } };
    await this.#transact({ unchanged: hashes.length }, (inner) =>
      inner.datasource.items.change(where, { sync_id: this.#syncId }),
    );
  }

  /** Records a failed item. Its document stays, and the next sync reads it again, because the etag is dropped. */
  async fail({ row, known }: ItemChange, detail: string): Promise<void> {
    const { name, url, key_hash } = row;
    const document_id = known?.document_id ?? null;
    const step = { counts: { failed: 1 }, result: 'failed', document_id, detail } as const;
    await this.#record({ ...step, item: { name, url, key_hash }, known }, (inner) =>
      inner.datasource.items.put({ ...(known ?? row), etag: null, sync_id: this.#syncId }),
    );
  }

  /** Records an item that must not be read, and removes its document. */
  async skip({ row, known }: ItemChange, detail: string): Promise<void> {
    if (known) await this.remove(known, detail);
    const result = known && known.document_id !== null ? null : 'skipped';
    await this.#record({ counts: {}, result, item: row, known: undefined, detail }, (inner) =>
      inner.datasource.items.put(row),
    );
  }

  async remove(item: DatasourceItemRow, detail: string | null): Promise<void> {
    const document = await documentOf(this.#domain, item);
    const { datasource_id, key_hash } = item;
    const done = document
      ? ({ counts: { removed: 1 }, result: 'removed' } as const)
      : { counts: {}, result: null };
    await this.#record({ ...done, item, known: item, detail }, async (inner) => {
      await inner.datasource.items.delete({ datasource_id, key_hash });
      if (document) await inner.collection.documents.delete({ id: document.id });
    });
    if (document) await forgetDocuments(this.#domain, [document.id]);
  }

  async #record(step: Step, work: (stores: Stores) => Promise<unknown>): Promise<void> {
    const { counts, result, item, known, document_id = null, detail = null } = step;
    const { key_hash, name, url } = item;
    await this.#transact(counts, async (inner) => {
      const key = { datasource_id: this.#source.id, key_hash };
      const found = await inner.datasource.items.find(key);
      // A process that was cut off for so long that another took over must not do the same a second time.
      const isOurs = found?.sync_id === known?.sync_id && found?.etag === known?.etag;
      if (!isOurs) throw new SyncEnded();
      if (result) {
        const created_at = new Date().toISOString();
        const entry = { id: newId('entry'), sync_id: this.#syncId, result, name, url, created_at };
        await inner.datasource.entries.insert({ ...entry, document_id, detail });
      }
      await work(inner);
    });
  }

  /** Applies a change, unless the sync has ended. */
  async #transact(
    counts: Partial<Counts>,
    work: (stores: Stores) => Promise<unknown>,
  ): Promise<void> {
    await this.#domain.stores.transaction(async (inner) => {
      const sync = await inner.datasource.syncs.lock({ id: this.#syncId });
      if (sync?.status !== 'running') throw new SyncEnded();
      const sums = Object.entries(counts) as [keyof Counts, number][];
      const next = Object.fromEntries(sums.map(([name, count]) => [name, sync[name] + count]));
      // Interruptions count only while nothing is achieved between them: many sources allow a few requests at a time.
      if (sums.length > 0)
        await inner.datasource.syncs.change({ id: sync.id }, { ...next, attempts: 0 });
      await work(inner);
    });
  }
}

/** Gives a document the item's new name and address. */
async function renameDocument(
  inner: Stores,
  id: string,
  row: DatasourceItemRow,
  known: DatasourceItemRow | undefined,
): Promise<void> {
  const found = await inner.collection.documents.lock({ id });
  if (!found) return;
  const next = { name: nameAfter(found, row, known), url: row.url, version: found.version + 1 };
  const updated_at = new Date().toISOString();
  await inner.collection.documents.change({ id }, { ...next, updated_at });
}

function documentName({ name }: Pick<DatasourceItemRow, 'name'>): string {
  return name.slice(0, DOCUMENT_NAME_MAX).toWellFormed();
}

/** The name of the document of an item: the item's, unless somebody has named the document otherwise. */
function nameAfter(
  { name }: Pick<DocumentRow, 'name'>,
  row: DatasourceItemRow,
  known: DatasourceItemRow | undefined,
): string {
  return known && documentName(known) === name ? documentName(row) : name;
}

/** Parses a source's timestamp, if it is valid. */
function timeOf(text: string | null): string | undefined {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) ? toStorableTime(new Date(time).toISOString()) : undefined;
}
