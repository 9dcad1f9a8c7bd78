/** Unacknowledged edits as stored on this device. */
export interface StoredDraft<T> {
  content: T;
  /** What the server had when these edits began, and its ETag. */
  base: T;
  etag: string;
  /** Fingerprints of writes that were sent but never acknowledged. */
  unanswered: string[];
  /** The revision it was restored from, if the server doesn't know yet. */
  restoredFrom: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Stores unacknowledged edits of one draft on this device, separately for each tab. */
export interface DraftKeeper<T> {
  /** @returns false when the device refuses (storage full or disabled) */
  write(stored: StoredDraft<T>): boolean;
  read(): StoredDraft<T> | null;
  remove(): void;
  /** Adopts edits that a closed tab left behind: takes the newest copy and stores it under this tab's name. */
  adopt(liveTabs: ReadonlySet<string>): StoredDraft<T> | null;
}

/**
 * @param name the draft's name, one of `localWork` followed by an id
 * @param tab the name of this tab
 * @param isContent whether a stored value can be edited; storage may hold anything
 * @param storage where to store edits; the browser's local storage by default
 */
export function createDraftKeeper<T>(
  name: string,
  tab: string,
  isContent: (value: unknown) => value is T,
  storage: Storage = localStorage,
): DraftKeeper<T> {
  const prefix = `${name}:`;
  const key = prefix + tab;
  const read = (from: string): StoredDraft<T> | null => {
    try {
      const value: unknown = JSON.parse(storage.getItem(from) ?? 'null');
      return isStoredDraft(value, isContent) ? value : null;
    } catch {
      return null;
    }
  };
  const write = (stored: StoredDraft<T>): boolean => {
    try {
      storage.setItem(key, JSON.stringify(stored));
      return true;
    } catch {
      return false;
    }
  };
  return {
    write,
    read: () => read(key),
    remove: () => storage.removeItem(key),
    adopt(liveTabs) {
      const left = Object.keys(storage)
        .filter((each) => each.startsWith(prefix) && each !== key)
        .filter((each) => !liveTabs.has(each.slice(prefix.length)))
        .map((each) => ({ key: each, stored: read(each) }))
        .sort((a, b) => (b.stored?.at ?? 0) - (a.stored?.at ?? 0));
      const newest = left[0];
      if (!newest) return null;
      // Delete the other copy only once it is safe under our own name.
      if (newest.stored && !write(newest.stored)) return newest.stored;
      storage.removeItem(newest.key);
      return newest.stored;
    },
  };
}

function isStoredDraft<T>(
  value: unknown,
  isContent: (value: unknown) => value is T,
): value is StoredDraft<T> {
  if (typeof value !== 'object' || value === null) return false;
  const { content, base, etag, unanswered, at } = value as Partial<StoredDraft<T>>;
  return (
    isContent(content) &&
    isContent(base) &&
    typeof etag === 'string' &&
    Array.isArray(unanswered) &&
    Number(at) > 0
  );
}
