import { sha256, sha256Hex } from '#core/sha256.ts';
import type { DocumentRow } from '../collection/collection.tables.ts';
import { ProblemError } from '../problem.ts';
import {
  type Changes,
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type ListedItem,
  type MissedItem,
} from './connectors/connector.ts';
import type { DatasourceItemRow, DatasourceRow } from './datasource.tables.ts';
import { type DatasourceDomain, documentOf } from './source-context.ts';
import { isSameFile, SyncMoves } from './sync-moves.ts';
import { type ItemChange, SyncRecords } from './sync-records.ts';

/** The batch size when looking for deleted items. */
const BATCH = 500;
/** Items that a service is asked about in one sync, because it may have left them out. The next sync asks again. */
const ASKED_MAX = 500;
/** Failures that are permanent until the item changes, so that it needn't be listed again. */
const LASTING: readonly string[] = ['too_large', 'unsupported', 'forbidden_by_robots', 'not_found'];
const UNREADABLE = 'Something went wrong while reading it. The next sync tries again.';

interface Deps {
  source: DatasourceRow;
  syncId: string;
  connector: Connector<unknown, unknown, unknown>;
  config: unknown;
  context: ConnectorContext<unknown>;
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
}

/**
 * Applies the changes that a connector lists. Items that were processed before an interruption are skipped, unless they
 * have changed since.
 */
export class SyncChanges {
  readonly #domain: DatasourceDomain;
  readonly #deps: Deps;
  readonly #records: SyncRecords;
  readonly #moves: SyncMoves;
  /** Hashes of the keys that were listed since this process began. Connectors bound their number. */
  readonly #listed = new Set<string>();
  /** Why documents can't be added any more, once that is known. */
  #full: string | undefined;
  /** Whether items failed that only a complete listing contains again. */
  hasFailed = false;

  constructor(domain: DatasourceDomain, deps: Deps) {
    this.#domain = domain;
    this.#deps = deps;
    this.#records = new SyncRecords(domain, deps.source, deps.syncId);
    this.#moves = new SyncMoves(domain, deps.source.id);
  }

  /** Applies one page. @throws ConnectorFailure about the source, SyncEnded */
  async follow(changes: Changes<unknown>): Promise<void> {
    const { items, deleted = [], failed = [], skipped = [] } = changes;
    const unchanged: string[] = [];
    for (const item of items) {
      this.#deps.context.signal.throwIfAborted();
      const change = await this.#changeOf(item);
      const { known, row } = change;
      if (known && this.#isDone(known, item)) continue;
      if (!known && (await this.#moves.expect({ item, change }, (hash) => this.#listed.has(hash))))
        continue;
      const document = known && (await documentOf(this.#domain, known));
      if (!known || !document || item.etag === null || item.etag !== known.etag)
        await this.#read(item, change, document);
      else if (isSame(row, known)) unchanged.push(known.key_hash);
      else await this.#records.refresh({ known, row: { ...row, ...contentOf(known) } }, document);
    }
    if (unchanged.length > 0) await this.#records.keep(unchanged);
    for (const key of deleted) {
      const item = await this.#find(await sha256(key));
      if (item && !this.#listed.has(item.key_hash)) await this.#removeOrMove(item);
    }
    for (const missed of failed) await this.#fail(missed, await this.#changeOf(asItem(missed)));
    for (const missed of skipped) await this.#skip(missed);
  }

  /**
   * Reads the new items that turned out not to be moved ones. Call it when everything was listed.
   * @param complete whether items that weren't listed are gone
   */
  async settleMoves(complete: boolean): Promise<void> {
    for (const [key_hash, { item, change }] of this.#moves.takeAll()) {
      const before = await this.#find(key_hash);
      const isGone = complete && before !== undefined && !this.#listed.has(key_hash);
      if (isGone && isSameFile(before, item) && (await this.#move(before, change))) continue;
      this.#deps.context.signal.throwIfAborted();
      await this.#read(item, change, undefined);
    }
  }

  /**
   * Removes items that a complete listing didn't contain.
   * @param isGone checks an item with the service, if its listings may be incomplete
   */
  async removeUnlisted(isGone?: (key: string) => Promise<boolean>): Promise<void> {
    const { items } = this.#domain.stores.datasource;
    let asked = 0;
    for (let after = ''; ; ) {
      const rows = await items.list({
        where: { datasource_id: this.#deps.source.id, key_hash: { gt: after } },
        order: ['key_hash'],
        limit: BATCH,
      });
      for (const row of rows.filter(({ key_hash }) => !this.#listed.has(key_hash))) {
        this.#deps.context.signal.throwIfAborted();
        if (isGone) asked += 1;
        if (asked > ASKED_MAX) return;
        if (!isGone || (await isGone(row.key))) await this.#records.remove(row, null);
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.key_hash;
    }
  }

  async #removeOrMove(gone: DatasourceItemRow): Promise<void> {
    const arrival = this.#moves.take(gone);
    if (arrival && (await this.#move(gone, arrival.change))) return;
    await this.#records.remove(gone, null);
    if (arrival) await this.#read(arrival.item, arrival.change, undefined);
  }

  /** Returns false if people have deleted its document. */
  async #move(before: DatasourceItemRow, { row }: ItemChange): Promise<boolean> {
    const document = await documentOf(this.#domain, before);
    if (!document) return false;
    await this.#records.move(before, { ...row, ...contentOf(before) }, document);
    return true;
  }

  /** Whether this sync processed the item before an interruption. */
  #isDone(known: DatasourceItemRow, { etag }: ListedItem): boolean {
    if (known.sync_id !== this.#deps.syncId) return false;
    // It failed then.
    if (known.etag === null && etag !== null) this.hasFailed = true;
    return known.etag === null || etag === null || known.etag === etag;
  }

  async #read(
    item: ListedItem,
    change: ItemChange,
    document: DocumentRow | undefined,
  ): Promise<void> {
    // Doesn't fetch content that can't be stored.
    if (!document && this.#full !== undefined)
      return this.#fail({ ...item, reason: 'too_many', message: this.#full }, change);
    try {
      await this.#store(item, change, document);
    } finally {
      await this.#deps.context.reserve(0);
    }
  }

  async #store(
    item: ListedItem,
    change: ItemChange,
    document: DocumentRow | undefined,
  ): Promise<void> {
    let content: Content;
    try {
      content = await this.#contentOf(item);
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.isAboutSource) throw error;
      return this.#fail({ ...item, reason: error.reason, message: error.message }, change);
    }
    const hash = await sha256Hex(content.bytes);
    const row = { ...change.row, hash, document_id: document?.id ?? null };
    const next = { ...change, row };
    if (document && hash === change.known?.hash) return this.#records.refresh(next, document);
    if (document) return this.#records.change(next, document, content);
    try {
      await this.#records.add(next, content);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#full = error.message;
      await this.#fail({ ...item, reason: 'too_many', message: error.message }, change);
    }
  }

  /** @throws ConnectorFailure */
  async #contentOf(item: ListedItem): Promise<Content> {
    const { connector, config, context, report } = this.#deps;
    try {
      return item.content ?? (await connector.fetch(config, item, context));
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof ConnectorFailure) throw error;
      // One file that we fail to process must not block the others.
      report(error);
      throw new ConnectorFailure('invalid', UNREADABLE, { cause: error });
    }
  }

  async #fail({ reason, message }: MissedItem, change: ItemChange): Promise<void> {
    if (!LASTING.includes(reason)) this.hasFailed = true;
    if (change.known?.sync_id === this.#deps.syncId) return;
    await this.#records.fail(change, message);
  }

  async #skip(missed: MissedItem): Promise<void> {
    const change = await this.#changeOf(asItem(missed));
    if (change.known?.sync_id === this.#deps.syncId) return;
    await this.#records.skip(change, missed.message);
  }

  /** An item as it is listed now, and as it was stored before. Marks it as listed by this sync. */
  async #changeOf({ content: _, ...item }: ListedItem): Promise<ItemChange> {
    const key_hash = await sha256(item.key);
    this.#listed.add(key_hash);
    const { source, syncId } = this.#deps;
    const own = { datasource_id: source.id, key_hash, sync_id: syncId };
    const row = { ...own, ...pick(item), document_id: null, hash: null };
    return { row, known: await this.#find(key_hash) };
  }

  #find(key_hash: string): Promise<DatasourceItemRow | undefined> {
    const { items } = this.#domain.stores.datasource;
    return items.find({ datasource_id: this.#deps.source.id, key_hash });
  }
}

const EMPTY = { media_type: null, size: null, etag: null, modified_at: null, memo: null };

function asItem({ key, name, url }: MissedItem): ListedItem {
  return { ...EMPTY, key, name, url };
}

/** The fields that are stored. Connectors may list others. */
function pick({ key, name, url, media_type, size, etag, modified_at, memo }: ListedItem) {
  return { key, name, url, media_type, size, etag, modified_at, memo };
}

function contentOf({ document_id, hash }: DatasourceItemRow) {
  return { document_id, hash };
}

/** Whether nothing is to be stored of an item but that it was listed. */
function isSame(row: DatasourceItemRow, known: DatasourceItemRow): boolean {
  const { name, url, media_type, size, modified_at, memo } = row;
  const parts = Object.entries({ name, url, media_type, size, modified_at, memo });
  return parts.every(([part, value]) => known[part as keyof DatasourceItemRow] === value);
}
