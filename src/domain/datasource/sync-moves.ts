import { typeByName } from '#core/datasource/document-type.ts';
import type { ListedItem } from './connectors/connector.ts';
import type { DatasourceItemRow } from './datasource.tables.ts';
import type { DatasourceDomain } from './source-context.ts';
import type { ItemChange } from './sync-records.ts';

/** The batch size when reading the items of earlier syncs. */
const BATCH = 500;

/** A listed item that may be one of an earlier sync under a new key. */
export interface Arrival {
  item: ListedItem;
  change: ItemChange;
}

/**
 * Recognises files that were moved. Buckets and repositories list such a file as a new item and a missing one. Both have
 * the same etag, which is a hash of the content there. A moved file can be told from a copy only once it is known whether
 * the earlier item is gone.
 */
export class SyncMoves {
  readonly #domain: DatasourceDomain;
  readonly #sourceId: string;
  /** The hashes of the keys of earlier syncs, by etag; read when the first new item is listed. */
  #known: Promise<Map<string, string[]>> | undefined;
  /** New items by the hash of the key that they may have had. */
  readonly #arrivals = new Map<string, Arrival>();
  /** The hashes of the keys of these items. */
  readonly #expected = new Set<string>();

  constructor(domain: DatasourceDomain, sourceId: string) {
    this.#domain = domain;
    this.#sourceId = sourceId;
  }

  /**
   * Notes a new item that may have been moved. Returns false if it is certainly new.
   * @param isListed whether a key is still listed
   */
  async expect(arrival: Arrival, isListed: (keyHash: string) => boolean): Promise<boolean> {
    const { etag, content } = arrival.item;
    const { key_hash } = arrival.change.row;
    // Some services list an item again if it changes while they are listing.
    if (this.#expected.has(key_hash)) return true;
    if (etag === null || content) return false;
    this.#known ??= this.#readKnown();
    const before = (await this.#known).get(etag) ?? [];
    const keyHash = before.find((hash) => !isListed(hash) && !this.#arrivals.has(hash));
    if (keyHash === undefined) return false;
    this.#arrivals.set(keyHash, arrival);
    this.#expected.add(key_hash);
    return true;
  }

  /** What an item that is gone has become, if it was moved. */
  take(gone: DatasourceItemRow): Arrival | undefined {
    const arrival = this.#arrivals.get(gone.key_hash);
    if (!arrival || !isSameFile(gone, arrival.item)) return undefined;
    this.#arrivals.delete(gone.key_hash);
    this.#expected.delete(arrival.change.row.key_hash);
    return arrival;
  }

  /** The remaining items, with the hashes of the keys that they may have had. */
  takeAll(): [keyHash: string, arrival: Arrival][] {
    const left = [...this.#arrivals];
    this.#arrivals.clear();
    this.#expected.clear();
    return left;
  }

  async #readKnown(): Promise<Map<string, string[]>> {
    const { items } = this.#domain.stores.datasource;
    const known = new Map<string, string[]>();
    for (let after = ''; ; ) {
      const rows = await items.list({
        where: { datasource_id: this.#sourceId, key_hash: { gt: after } },
        order: ['key_hash'],
        limit: BATCH,
      });
      for (const { etag, key_hash, document_id } of rows) {
        if (etag === null || document_id === null) continue;
        const same = known.get(etag);
        if (same) same.push(key_hash);
        else known.set(etag, [key_hash]);
      }
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return known;
      after = last.key_hash;
    }
  }
}

/** Whether a file that has the same etag is read in the same way: its name decides about its type. */
export function isSameFile(before: DatasourceItemRow, now: ListedItem): boolean {
  const isSameSize = before.size === null || now.size === null || before.size === now.size;
  return before.etag === now.etag && isSameSize && typeByName(before.name) === typeByName(now.name);
}
