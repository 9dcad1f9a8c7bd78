import type { RunTarget, TaskDefinition } from '#generated/model/index.ts';
import type { TaskPlace } from './task.store.ts';

/** The path of a task: its organisation, its project and its id. */
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
  /**
   * @param target a revision, an environment or `draft`; the active revision by default
   * @throws ProblemError 404 when the task or revision does not exist there, 409 when it is archived or no revision is
   *   active
   */
  resolve(place: RunnablePlace, target?: RunTarget): Promise<Runnable>;
}
