import type { AskableModel } from './execution/ask-model.ts';
import type { RunView } from './live-run.ts';
import type { RunRow } from './run.store.ts';
import type { RunHub } from './run-hub.ts';
import type { AcceptedRow } from './run-writes.ts';

/** What of runs differs between the server and the mocks. */
export interface RunPort {
  /** The runs of this process; made once. */
  hub: RunHub;
  /** The name of this process among those that run runs. */
  workerId: string;
  /**
   * Puts a run on record.
   * @returns whether it was accepted; if not, it has no balance or its idempotency key was used
   */
  accept(row: AcceptedRow): Promise<boolean>;
  /** The model of this id; undefined when there is no such model. */
  modelOf(id: string): AskableModel | undefined;
  /** Follows a run that this process does not execute and that has not ended. */
  follow(row: RunRow): RunView | Promise<RunView>;
  /** Tells the process that executes a run that somebody wants it stopped, or left a reply for it. */
  notify(what: 'cancel' | 'reply', runId: string): Promise<void>;
}
