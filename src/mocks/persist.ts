import { createStore, type Store, type StoreData } from './store.ts';

// Incremented when the world gains new parts; data stored by an older version is ignored.
const DATA_KEY = 'mock-world-10';
const STAMP_KEY = 'mock-world-stamp';

/** A browser's storage, or its substitute in a test. */
export type KeyValues = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A store that survives page loads and is shared by the tabs of a browser. Each change is written to the
 * storage; each request first picks up what another tab wrote. A world too large for the storage lives in its
 * page only.
 * @param begin creates a new world; called when the storage holds none
 */
export function createSharedStore(
  storage: KeyValues,
  begin: () => StoreData,
  tokenMs: number,
): Store {
  const stored = read(storage);
  const store = createStore(stored ?? begin(), tokenMs);
  let stamp = storage.getItem(STAMP_KEY);
  store.pull = () => {
    const latest = storage.getItem(STAMP_KEY);
    if (latest === null || latest === stamp) return;
    stamp = latest;
    store.data = read(storage) ?? store.data;
  };
  store.push = () => {
    const next = `${Date.now()}-${crypto.randomUUID()}`;
    try {
      storage.setItem(DATA_KEY, JSON.stringify(store.data));
      storage.setItem(STAMP_KEY, next);
      stamp = next;
    } catch {
      forgetWorld(storage);
      stamp = null;
      store.push = () => undefined;
    }
  };
  if (!stored) store.push();
  return store;
}

/** Clears the stored world; the next page load starts a new one. */
export function forgetWorld(storage: KeyValues): void {
  storage.removeItem(DATA_KEY);
  storage.removeItem(STAMP_KEY);
}

function read(storage: KeyValues): StoreData | undefined {
  try {
    const text = storage.getItem(DATA_KEY);
    return text === null ? undefined : (JSON.parse(text) as StoreData);
  } catch {
    return undefined;
  }
}
