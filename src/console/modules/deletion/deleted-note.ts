/** What was just deleted. */
export interface JustDeleted {
  orgId: string;
  /** Absent if it was the organisation. */
  projectId?: string;
  name: string;
}

const KEY = 'taskloom-just-deleted';

/** Notes what was deleted before the console reloads, which then offers to undo it. */
export function noteDeleted(deleted: JustDeleted): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(deleted));
  } catch {
    // Without storage, it can still be restored in the settings.
  }
}

/** Whether something was deleted before the page was loaded. */
export function hasDeleted(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** What was deleted, once. */
export function takeDeleted(): JustDeleted | undefined {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as JustDeleted);
}
