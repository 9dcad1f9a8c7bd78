import type { CallerUse, Replacement, SentInputs } from '#core/task/revision/callers.ts';
import type { TaskSort, TaskTag, TaskUser } from '#generated/model/index.ts';
import type { StoreOf } from '../table.ts';
import type { TASK_TABLES, TaskRevisionRow, TaskRow } from './task.tables.ts';

/** A revision without its definition, for lists. */
export type TaskRevisionHead = Omit<TaskRevisionRow, 'definition'>;

/** The parts of a task that a call needs. */
export interface RunnableTask
  extends Pick<
    TaskRow,
    'id' | 'org_id' | 'project_id' | 'name' | 'active_revision' | 'environments' | 'archived_at'
  > {
  /** The definition of the active revision; null when none is active. */
  definition: TaskRevisionRow['definition'] | null;
}

/** The scope of a task list: a project, or the projects of an organisation that the caller sees, all by default. */
export type TaskScope =
  | { projectId: string }
  | { orgId: string; projectIds: readonly string[] | undefined };

/** A task's id and its project. */
export interface TaskPlace {
  projectId: string;
  taskId: string;
}

export interface TaskSearch {
  sort: TaskSort;
  limit: number;
  q?: string | undefined;
  tag?: string | undefined;
  archived?: boolean | undefined;
  /** The sort keys of the last task of the previous page. */
  after?: TaskCursor | undefined;
}

export interface TaskCursor {
  readonly [name: string]: string;
  key: string;
  id: string;
}

/** A task's runs on one day (UTC), including draft runs. */
export interface DailyUse {
  task_id: string;
  day: string;
  runs: number;
  /** Micro-dollars, for the runs whose price is known. */
  cost: number;
  unpriced_runs: number;
}

/** All runs of a revision. */
export interface RevisionUse extends Omit<DailyUse, 'task_id' | 'day'> {
  revision: number;
  latency_ms: number;
  valid_runs: number;
  invalid_runs: number;
}

export interface TaskStore extends StoreOf<typeof TASK_TABLES> {
  /** Up to `limit` tasks with all words of `q`. Sorting by name ignores case. */
  search(scope: TaskScope, options: TaskSearch): Promise<TaskRow[]>;
  /** The tags of a project's tasks that are not archived, by name. Tags that differ only in case count as one. */
  tags(projectId: string): Promise<TaskTag[]>;
  /** Revisions of a task, newest first, below the number `before`. */
  revisionHeads(
    taskId: string,
    options: { limit: number; before?: number | undefined },
  ): Promise<TaskRevisionHead[]>;
  /** The usage of tasks on each day since `from`. */
  dailyUse(taskIds: readonly string[], from: string): Promise<DailyUse[]>;
  /** When tasks last ran, by id; tasks that never ran are absent. */
  lastRuns(taskIds: readonly string[]): Promise<Map<string, string>>;
  revisionUse(taskId: string, numbers: readonly number[]): Promise<RevisionUse[]>;
  /** Callers of a task since a given time, most runs first. */
  callerUses(taskId: string, since: string): Promise<CallerUse[]>;
  /**
   * The distinct inputs of some callers' latest runs of the replaced revision, at most `limit` runs each, and no more than
   * fit into memory.
   */
  sentInputs(
    taskId: string,
    since: string,
    of: { callerIds: readonly string[]; replacement: Replacement; limit: number },
  ): Promise<SentInputs[]>;
  /** The revision used by the last call to an environment. */
  lastCalled(taskId: string, environment: string, since: string): Promise<number | undefined>;
  /** Other tasks in the project with a check that uses this one as a judge, sorted by name. */
  judgedTasks(place: TaskPlace): Promise<TaskUser[]>;
}
