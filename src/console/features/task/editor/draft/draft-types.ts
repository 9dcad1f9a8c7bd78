import type { TaskDefinition, TaskDraft } from '#generated/model/index.ts';

/**
 * - `saved`: the server has all that is typed
 * - `dirty`: typed, about to be saved
 * - `saving`: on its way
 * - `offline`: no answer came; kept on this device and tried again
 * - `failed`: the server answered with an error
 * - `conflict`: someone else wrote; a person has to choose
 */
export type SaveStatus = 'saved' | 'dirty' | 'saving' | 'offline' | 'failed' | 'conflict';

/** Two versions that grew from one. */
export interface DraftConflict {
  base: TaskDefinition;
  theirs: TaskDraft;
}

export interface DraftState {
  /** What is on the screen. */
  definition: TaskDefinition;
  /** What the server last said that it holds. */
  base: TaskDraft;
  status: SaveStatus;
  /** When the server last acknowledged a write of this tab; null before the first. */
  savedAt: number | null;
  /** What went wrong with the last try to save. */
  failure: unknown;
  conflict: DraftConflict | null;
  /** False when the device refuses to keep the edits: then only the open page holds them. */
  kept: boolean;
  /** Whether edits that an earlier page left behind were taken up again. */
  recovered: boolean;
  /** Other tabs of this browser in which the same task is open. */
  otherTabs: number;
  /** Counts what came from elsewhere (another tab or person) without a conflict. */
  arrivals: number;
}

/**
 * - `unreachable`: no answer; try again
 * - `stale`: 412, someone else wrote
 * - `busy`: the server could not do it now; try again
 * - `refused`: trying the same again is useless
 */
export type SaveFailure = 'unreachable' | 'stale' | 'busy' | 'refused';

/** How a draft reaches the server. */
export interface DraftServer {
  save(definition: TaskDefinition, etag: string, restoredFrom: number | null): Promise<TaskDraft>;
  load(): Promise<TaskDraft>;
  /** What a rejection of the above means. */
  failure(error: unknown): SaveFailure;
}

/** Thrown by `flush` when the draft could not be saved; the edits are kept. */
export class DraftNotSaved extends Error {
  readonly status: SaveStatus;

  constructor(status: SaveStatus, cause?: unknown) {
    super(
      status === 'conflict'
        ? 'Someone else changed this draft. Choose which changes to keep first.'
        : 'The draft could not be saved. Your changes are kept on this device.',
      { cause },
    );
    this.name = 'DraftNotSaved';
    this.status = status;
  }
}
