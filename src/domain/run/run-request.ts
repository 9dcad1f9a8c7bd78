import type { RunCreate, RunSource } from '#generated/model/index.ts';
import type { Access, Principal } from '../principal.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import type { AskableModel } from './execution/ask-model.ts';
import type { OutputReader } from './execution/run-job.ts';

/** A task of another project, run here. */
export interface HelperRun {
  runnable: Runnable;
  model: AskableModel;
  read: OutputReader;
}

/** A request to run a task. */
export interface RunRequest {
  place: RunnablePlace;
  principal: Principal;
  access: Access;
  body: RunCreate;
  idempotencyKey?: string | undefined;
  /** Where it comes from; by default what the caller is. */
  source?: RunSource;
  /** What is run in place of the project's task: its log shows it, and its organisation pays. */
  helper?: HelperRun;
  /** Whether someone may watch it: a stream, or in the background. */
  isStreamed: boolean;
}
