import { parseJson } from '#core/json/parse-json.ts';
import type { AccessPort } from '#domain/access/access.port.ts';
import { AccessFollowers } from '#domain/access/access-changes.ts';
import type { AccessChange } from '#domain/authorise.ts';
import type { Store } from '../store.ts';

/** Passes changes to the other tabs. */
const KEY = 'mock-access-change';

/** Tells open streams and sockets that access has changed: here, and in the tabs of other people. */
export function createAccessChanges(store: Store): Pick<AccessPort, 'announce' | 'follow'> {
  const followers = new AccessFollowers();
  const isPage = typeof document !== 'undefined';
  if (isPage)
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key !== KEY || newValue === null) return;
      store.pull();
      followers.tell(parseJson(newValue) as AccessChange);
    });
  return {
    follow: followers.follow,
    async announce(change) {
      followers.tell(change);
      if (!isPage) return;
      // The other tabs read what happened from the storage.
      if (store.isDirty) store.push();
      store.isDirty = false;
      localStorage.setItem(KEY, JSON.stringify(change));
      localStorage.removeItem(KEY);
    },
  };
}
