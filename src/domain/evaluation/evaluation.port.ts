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

/** What evaluations need that differs between the server and the mocks. */
export interface EvaluationPort {
  /**
   * Runs a task to its end.
   * @throws ProblemError when the run cannot be accepted: 400 for its inputs, 402, 404, 503
   */
  run(run: EvaluationRun): Promise<Run>;
  /** Called when there is an evaluation to work on. */
  kick(): void;
}
