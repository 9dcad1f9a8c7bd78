/** A bounded map whose entries expire. When it is full, the oldest entry is removed. */
export interface TtlCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  /** Deletes the entries that match the test. */
  deleteWhere(test: (key: string, value: V) => boolean): void;
  clear(): void;
}

/**
 * @param size maximum number of entries
 * @param milliseconds lifetime of an entry
 */
export function createTtlCache<V>(size: number, milliseconds: number): TtlCache<V> {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > performance.now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      if (entries.size >= size) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      entries.set(key, { value, until: performance.now() + milliseconds });
    },
    delete(key) {
      entries.delete(key);
    },
    deleteWhere(test) {
      for (const [key, { value }] of entries) if (test(key, value)) entries.delete(key);
    },
    clear() {
      entries.clear();
    },
  };
}
