import type { TaskDefinition } from '#generated/model/index.ts';

/** Unacknowledged edits as stored on this device. */
export interface KeptDraft {
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
  write(kept: KeptDraft): boolean;
  read(): KeptDraft | null;
  remove(): void;
  /** Adopts edits that a closed tab left behind: takes the newest copy and stores it under this tab's name. */
  adopt(liveTabs: ReadonlySet<string>): KeptDraft | null;
}

const prefixOf = (taskId: string) => `task-draft:${taskId}:`;

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
  const read = (from: string): KeptDraft | null => {
    try {
      const value: unknown = JSON.parse(storage.getItem(from) ?? 'null');
      return isKept(value) ? value : null;
    } catch {
      return null;
    }
  };
  const write = (kept: KeptDraft): boolean => {
    try {
      storage.setItem(key, JSON.stringify(kept));
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
        .map((name) => ({ name, kept: read(name) }))
        .sort((a, b) => (b.kept?.at ?? 0) - (a.kept?.at ?? 0));
      const newest = left[0];
      if (!newest) return null;
      // Delete the other copy only once it is safe under our own name.
      if (newest.kept && !write(newest.kept)) return newest.kept;
      storage.removeItem(newest.name);
      return newest.kept;
    },
  };
}

function isKept(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { definition, base, etag, unanswered, at } = value as Partial<KeptDraft>;
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
