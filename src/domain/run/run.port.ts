import type { Covered } from '#core/billing/account.ts';
import type { AskableModel } from '../model/ask.ts';
import type { Probes } from '../model/probe.service.ts';
import type { Rejection } from './rejected/rejection.ts';
import type { AcceptedRow, RunRow } from './run.tables.ts';
import type { RunHub } from './run-hub.ts';
import type { RunView } from './run-view.ts';

/** Counts rejected calls. */
export interface RejectedPort {
  /** Counts a call without waiting. It is saved soon. */
  count(rejection: Rejection, requestId: string): void;
  /** Saves this process's counts. Doesn't throw: what can't be saved now is saved later. */
  save(): Promise<void>;
}

/** What differs between the server's and the mocks' runs. */
export interface RunPort {
  /** The runs executed by this process, created once at startup. */
  hub: RunHub;
  /** The name of this process among the workers. */
  workerId: string;
  /**
   * Stores a run and reserves its cost.
   * @returns whether it was accepted; if no spend limit refused it, the balance does not cover it or the idempotency key
   * was already used
   */
  accept(row: AcceptedRow): Promise<Covered>;
  /** Whether a project's runs have reached the storage limit. May be a minute old, because no run waits for it. */
  isFull(projectId: string): boolean;
  /** The model with this id; undefined if there is none. */
  modelOf(id: string): AskableModel | undefined;
  /** What models at endpoints can do. */
  probes: Probes;
  /** Follows an unfinished run that another process executes. */
  follow(row: RunRow): RunView | Promise<RunView>;
  rejected: RejectedPort;
  /** Notifies the process executing a run that someone wants it stopped, or has left a reply for it. */
  notify(what: 'cancel' | 'reply', runId: string): Promise<void>;
}
