import type { TaskDefinition } from '#generated/model/index.ts';

/** What is not yet acknowledged, as this device keeps it. */
export interface KeptDraft {
  definition: TaskDefinition;
  /** What the server held when these edits began. */
  base: TaskDefinition;
  etag: string;
  /** Fingerprints of what was sent and never answered. */
  unanswered: string[];
  /** The revision that it was restored from, when the server does not know that yet. */
  restoredFrom: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Keeps unacknowledged edits of one task on this device, apart for every tab. */
export interface DraftKeeper {
  /** @returns false when the device refuses (its storage is full or switched off) */
  write(kept: KeptDraft): boolean;
  read(): KeptDraft | null;
  remove(): void;
  /** Takes over what a tab left that is gone: the newest copy, under this tab's name. */
  adopt(liveTabs: ReadonlySet<string>): KeptDraft | null;
}

const prefixOf = (taskId: string) => `task-draft:${taskId}:`;

/**
 * @param taskId whose draft
 * @param tab the name of this tab
 * @param storage where; by default the browser's local storage
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
      // Only what is safe under our own name may go from under the other one.
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
