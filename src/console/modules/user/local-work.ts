/** Prefixes of the storage keys for work that the server doesn't have yet; each is followed by the id of a task, chat or article. */
export const localWork = {
  draft: 'task-draft:',
  inputs: 'run-inputs:',
  target: 'run-target:',
  chat: 'chat-draft:',
  article: 'article-draft:',
  /** In the storage of the tab. */
  steps: 'article-steps:',
} as const;

const ownerKey = 'local-work-owner';
const prefixes = Object.values(localWork);

type Save = () => Promise<unknown>;
const saves = new Set<Save>();

/**
 * Registers work that has to reach the server before the person signs out.
 * @param save rejects with a message for the person when the work can't be saved
 * @returns unregisters it
 */
export function saveBeforeSignOut(save: Save): () => void {
  saves.add(save);
  return () => saves.delete(save);
}

/** Saves all open work. @throws the error of the first save that failed */
export async function saveOpenWork(): Promise<void> {
  await Promise.all([...saves].map((save) => save()));
}

/** Removes what a person typed from this browser: the next person to use it must not see it. */
export function forgetLocalWork(storage: Storage = localStorage): void {
  try {
    for (const one of [storage, sessionStorage]) {
      for (const key of Object.keys(one)) {
        if (prefixes.some((prefix) => key.startsWith(prefix))) one.removeItem(key);
      }
    }
    storage.removeItem(ownerKey);
  } catch {
    // Storage is blocked, so there is nothing in it.
  }
}

/** Keeps the work in this browser if it is this user's, as when their session expired; otherwise removes it. */
export function claimLocalWork(userId: string, storage: Storage = localStorage): void {
  try {
    const owner = storage.getItem(ownerKey);
    if (owner === userId) return;
    if (owner !== null) forgetLocalWork(storage);
    storage.setItem(ownerKey, userId);
  } catch {
    // Storage is blocked or full.
  }
}
