import { localWork } from '#console/modules/user/local-work.ts';
import type { TaskDefinition } from '#generated/model/index.ts';

/** Unacknowledged edits as stored on this device. */
export interface StoredDraft {
  definition: TaskDefinition;
  /** The server's ETag when these edits began. */
  base: TaskDefinition;
  etag: string;
  /** Fingerprints of writes that were sent but never acknowledged. */
  unanswered: string[];
  /** The revision it was restored from, if the server doesn't know yet. */
  restoredFrom: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Stores unacknowledged edits of one task on this device, separately for each tab. */
export interface DraftKeeper {
  /** @returns false when the device refuses (storage full or disabled) */
  write(stored: StoredDraft): boolean;
  read(): StoredDraft | null;
  remove(): void;
  /** Adopts edits that a closed tab left behind: takes the newest copy and stores it under this tab's name. */
  adopt(liveTabs: ReadonlySet<string>): StoredDraft | null;
}

const prefixOf = (taskId: string) => `${localWork.draft}${taskId}:`;

/**
 * @param taskId the task of the draft
 * @param tab the name of this tab
 * @param storage where to store edits; the browser's local storage by default
 */
export function createDraftKeeper(
  taskId: string,
  tab: string,
  storage: Storage = localStorage,
): DraftKeeper {
  const key = prefixOf(taskId) + tab;
  const read = (from: string): StoredDraft | null => {
    try {
      const value: unknown = JSON.parse(storage.getItem(from) ?? 'null');
      return isStoredDraft(value) ? value : null;
    } catch {
      return null;
    }
  };
  const write = (stored: StoredDraft): boolean => {
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
        .filter((name) => name.startsWith(prefixOf(taskId)) && name !== key)
        .filter((name) => !liveTabs.has(name.slice(prefixOf(taskId).length)))
        .map((name) => ({ name, stored: read(name) }))
        .sort((a, b) => (b.stored?.at ?? 0) - (a.stored?.at ?? 0));
      const newest = left[0];
      if (!newest) return null;
      // Delete the other copy only once it is safe under our own name.
      if (newest.stored && !write(newest.stored)) return newest.stored;
      storage.removeItem(newest.name);
      return newest.stored;
    },
  };
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { definition, base, etag, unanswered, at } = value as Partial<StoredDraft>;
  return (
    isDefinition(definition) &&
    isDefinition(base) &&
    typeof etag === 'string' &&
    Array.isArray(unanswered) &&
    Number(at) > 0
  );
}

function isDefinition(value: unknown): value is TaskDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { system_prompt, user_prompt, variables } = value as Partial<TaskDefinition>;
  return (
    typeof system_prompt === 'string' && typeof user_prompt === 'string' && Array.isArray(variables)
  );
}
