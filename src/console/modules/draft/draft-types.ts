import { ShownError } from '#console/api/error-message.ts';
import type { Actor } from '#generated/model/index.ts';

/**
 * - `saved`: the server has everything
 * - `dirty`: edited, about to be saved
 * - `saving`: request in flight
 * - `offline`: no response; stored on this device and retried
 * - `failed`: the server responded with an error
 * - `conflict`: someone else changed it; the user has to decide
 */
export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'offline' | 'failed' | 'conflict';

/** A saved draft. `T` is its content: a task's definition, an article's text. */
export interface ServerDraft<T> {
  content: T;
  etag: string;
  updated_by: Actor;
  updated_at: string;
}

/** Two versions with a common base. */
export interface DraftConflict<T> {
  base: T;
  theirs: ServerDraft<T>;
}

export interface DraftState<T> {
  /** What is on screen. */
  content: T;
  /** The server's draft as last reported. */
  base: ServerDraft<T>;
  status: SaveStatus;
  /** When the server last acknowledged a write of this tab; null before the first. */
  savedAt: number | null;
  /** Why the last save failed. */
  failure: unknown;
  conflict: DraftConflict<T> | null;
  /** False when the device can't store the edits: then only the open page holds them. */
  storedLocally: boolean;
  /** Whether edits left behind by an earlier page were restored. */
  recovered: boolean;
  /** The other tabs of this browser in which the same draft is open. */
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
export interface DraftServer<T> {
  save(content: T, etag: string, restoredFrom: number | null): Promise<ServerDraft<T>>;
  load(): Promise<ServerDraft<T>>;
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
