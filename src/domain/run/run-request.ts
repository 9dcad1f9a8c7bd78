import type { RunCreate, RunSource } from '#generated/model/index.ts';
import type { Access, Principal } from '../principal.ts';
import type { Runnable, RunnablePlace } from '../task/runnable.ts';
import type { AskableModel } from './execution/ask-model.ts';
import type { OutputReader } from './execution/run-job.ts';

/** An assistant: a task of another project, run in this one. */
export interface AssistantRun {
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
  /** Where the run was started; derived from the caller by default. */
  source?: RunSource;
  /** Run instead of one of the project's tasks; the project logs it, and its organisation pays. */
  assistant?: AssistantRun;
  /** Whether someone may be watching it: a stream, or a background run. */
  isStreamed: boolean;
}
