import type { RunTarget, TaskDefinition } from '#generated/model/index.ts';
import type { TaskPlace } from './task.store.ts';

/** A task, and the organisation and project in which it is looked for. */
export interface RunnablePlace extends TaskPlace {
  orgId: string;
}

/** What a run executes. */
export interface Runnable {
  taskId: string;
  taskName: string;
  /** Null for a draft. */
  revision: number | null;
  definition: TaskDefinition;
}

/** Finds what a call of a task executes: the active revision, one by its number or environment, or the draft. */
export interface Runnables {
  /** @throws ProblemError 404 when there is no such task there */
  requireTask(place: RunnablePlace): Promise<void>;
  /**
   * @param target the active revision unless it names another
   * @throws ProblemError 404 when there is no such task or revision there, 409 when it is archived or no revision is active
   */
  resolve(place: RunnablePlace, target?: RunTarget): Promise<Runnable>;
}
