import { ShownError } from '#console/api/error-message.ts';
import type { TaskDefinition, TaskDraft } from '#generated/model/index.ts';

/**
 * - `saved`: the server has everything
 * - `dirty`: edited, about to be saved
 * - `saving`: request in flight
 * - `offline`: no response; stored on this device and retried
 * - `failed`: the server responded with an error
 * - `conflict`: someone else changed it; the user has to decide
 */
export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'offline' | 'failed' | 'conflict';

/** Two versions with a common base. */
export interface DraftConflict {
  base: TaskDefinition;
  theirs: TaskDraft;
}

export interface DraftState {
  /** The definition on screen. */
  definition: TaskDefinition;
  /** The server's draft as last reported. */
  base: TaskDraft;
  status: SaveStatus;
  /** When the server last acknowledged a write of this tab; null before the first. */
  savedAt: number | null;
  /** Why the last save failed. */
  failure: unknown;
  conflict: DraftConflict | null;
  /** False when the device can't store the edits: then only the open page holds them. */
  storedLocally: boolean;
  /** Whether edits left behind by an earlier page were restored. */
  recovered: boolean;
  /** The other tabs of this browser in which the same task is open. */
  otherTabs: number;
  /** Counts changes from elsewhere (another tab or person) that arrived without a conflict. */
  arrivals: number;
}

/**
 * - `unreachable`: no response; retry
 * - `stale`: 412, someone else changed it
 * - `busy`: the server can't right now; retry
 * - `refused`: retrying the same write won't help
 */
export type SaveFailure = 'unreachable' | 'stale' | 'busy' | 'refused';

/** How a draft reaches the server. */
export interface DraftServer {
  save(definition: TaskDefinition, etag: string, restoredFrom: number | null): Promise<TaskDraft>;
  load(): Promise<TaskDraft>;
  /** Classifies a rejection of the functions above. */
  failure(error: unknown): SaveFailure;
}

/** Thrown by `flush` when the draft could not be saved; the edits are kept. */
export class DraftNotSaved extends ShownError {
  readonly status: SaveStatus;

  constructor(status: SaveStatus, cause?: unknown) {
    super(
      status === 'conflict'
        ? 'Someone else changed this draft. Resolve the conflict first.'
        : "Couldn't save the draft. Your changes are saved locally.",
      { cause },
    );
    this.name = 'DraftNotSaved';
    this.status = status;
  }
}
