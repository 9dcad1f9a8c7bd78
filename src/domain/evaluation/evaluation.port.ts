import type { CasesRead, CasesToRead } from '#core/evaluation/import.ts';
import type { Shares } from '#core/shares.ts';
import type { Actor, Run } from '#generated/model/index.ts';
import type { RunnablePlace } from '../task/runnable.ts';

/** A run of a case, or of the judge of its output. */
export interface EvaluationRun {
  place: RunnablePlace;
  /** Whoever started the evaluation is the caller of its runs. */
  by: Actor;
  /** A revision's number, or `active`. */
  revision: string;
  inputs: Record<string, unknown>;
  /** Ensures that a case is not billed twice when another process takes over. */
  idempotencyKey: string;
}

/** The cases that a process runs at once; each is a run or two, and then the judges' runs. */
export const SHARED_CASES = { total: 32 };

/** What evaluations need that differs between the server and the mocks. */
export interface EvaluationPort {
  /**
   * Runs a task to its end.
   * @throws ProblemError when the run cannot be accepted: 400 for its inputs, 402, 404, 503
   */
  run(run: EvaluationRun): Promise<Run>;
  /** The cases that this process runs at once, shared by all organisations. */
  cases: Shares;
  /**
   * Reads the cases of an import; large imports are read in a thread.
   * @throws ProblemError 429 or 503 when there are too many of them
   */
  readCases(orgId: string, given: CasesToRead): Promise<CasesRead>;
  /** Called when there is an evaluation to work on. */
  kick(): void;
}
