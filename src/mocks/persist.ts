import { createStore, type Store, type StoreData } from './store.ts';
import type { KeyValues } from './tab.ts';

// Incremented when the world gains new parts; data stored by an older version is ignored.
const DATA_KEY = 'mock-world-18';
const STAMP_KEY = 'mock-world-stamp';

/**
 * A store that survives page loads and is shared by the tabs of a browser. Each change is written to the
 * storage; each request first picks up what another tab wrote. What both changed meanwhile is merged, value by
 * value. A world too large for the storage lives in its page only.
 * @param begin creates a new world; called when the storage holds none
 */
export function createSharedStore(
  storage: KeyValues,
  begin: () => StoreData,
  tokenMs: number,
): Store {
  const stored = storage.getItem(DATA_KEY);
  const store = createStore(parse(stored) ?? begin(), tokenMs);
  let stamp = storage.getItem(STAMP_KEY);
  /** What this tab and the storage last had in common. */
  let shared = stored;
  store.pull = () => {
    const latest = storage.getItem(STAMP_KEY);
    if (latest === null || latest === stamp) return;
    const text = storage.getItem(DATA_KEY);
    const theirs = parse(text);
    if (!theirs) return;
    const isChanged = shared !== null && JSON.stringify(store.data) !== shared;
    store.data = isChanged ? merge(parse(shared), store.data, theirs) : theirs;
    stamp = latest;
    shared = text;
  };
  store.push = () => {
    store.pull();
    const next = `${Date.now()}-${crypto.randomUUID()}`;
    const text = JSON.stringify(store.data);
    try {
      storage.setItem(DATA_KEY, text);
      storage.setItem(STAMP_KEY, next);
      stamp = next;
      shared = text;
    } catch {
      forgetWorld(storage);
      stamp = null;
      store.push = () => undefined;
    }
  };
  if (!stored) store.push();
  return store;
}

/** Whether there is a stored world for the page to go on with. */
export function hasWorld(storage: KeyValues): boolean {
  return storage.getItem(DATA_KEY) !== null;
}

/** Clears the stored world; the next page load starts a new one. */
export function forgetWorld(storage: KeyValues): void {
  storage.removeItem(DATA_KEY);
  storage.removeItem(STAMP_KEY);
}

function parse(text: string | null): StoreData | undefined {
  try {
    if (text === null) return undefined;
    const data = JSON.parse(text) as StoreData;
    data.identity = withTimes(data.identity);
    return data;
  } catch {
    return undefined;
  }
}

/** The times of the identity service's rows are `Date`s, which JSON turned into texts. */
function withTimes<T>(value: T, name = ''): T {
  if (name.endsWith('At') && typeof value === 'string') return new Date(value) as T;
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withTimes(one, key)]);
  return Object.fromEntries(entries) as T;
}

/** What two tabs made of the same data. Of a value that both changed, this tab's stays. */
function merge<T>(before: unknown, mine: T, theirs: unknown): T {
  if (!isRecord(mine) || !isRecord(theirs)) {
    const isMine = JSON.stringify(mine) !== JSON.stringify(before);
    return isMine ? mine : (theirs as T);
  }
  const base = isRecord(before) ? before : {};
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = merge(base[key], mine[key], theirs[key]);
    if (value !== undefined) merged[key] = value;
  }
  return merged as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
