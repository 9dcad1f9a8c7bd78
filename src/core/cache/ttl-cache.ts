/** A bounded map whose entries expire. When it is full, the oldest entry is removed. */
export interface TtlCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  /**
   * The value, which is read and kept if there is none. It isn't kept if it is undefined, or if entries were deleted while
   * it was read, because it may be older than the change.
   */
  find<T extends V | undefined>(key: string, read: () => Promise<T>): Promise<V | T>;
  delete(key: string): void;
  /** Deletes the entries that match the test. */
  deleteWhere(test: (key: string, value: V) => boolean): void;
}

/**
 * @param size maximum number of entries
 * @param milliseconds lifetime of an entry
 */
export function createTtlCache<V>(size: number, milliseconds: number): TtlCache<V> {
  const entries = new Map<string, { value: V; until: number }>();
  let deletions = 0;

  function get(key: string): V | undefined {
    const entry = entries.get(key);
    if (!entry || entry.until > performance.now()) return entry?.value;
    entries.delete(key);
    return undefined;
  }

  function set(key: string, value: V): void {
    entries.delete(key);
    if (entries.size >= size) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(key, { value, until: performance.now() + milliseconds });
  }

  return {
    get,
    set,
    async find(key, read) {
      const known = get(key);
      if (known !== undefined) return known;
      const before = deletions;
      const found = await read();
      if (found !== undefined && deletions === before) set(key, found);
      return found;
    },
    delete(key) {
      deletions += 1;
      entries.delete(key);
    },
    deleteWhere(test) {
      deletions += 1;
      for (const [key, { value }] of entries) if (test(key, value)) entries.delete(key);
    },
  };
}
