import type { Task, TaskDraft, TaskRevision } from '#generated/model/index.ts';

type Author = 'created_by' | 'updated_by' | 'author';

export interface TaskRow extends Omit<Task, Author | 'environments' | 'stats' | 'etag'> {
  /** Revisions by the environments in which they are called. */
  environments: Record<string, number>;
  created_by_id: string;
  created_by_name: string;
  /** Counts writes; it is the ETag. */
  version: number;
}

export interface TaskDraftRow extends Omit<TaskDraft, Author | 'etag'> {
  updated_by_id: string;
  updated_by_name: string;
  version: number;
}

/** Never changed after it is written. */
export interface TaskRevisionRow
  extends Omit<TaskRevision, Author | 'is_active' | 'output_schema'> {
  author_id: string;
  author_name: string;
}

/** What a call needs to know of a task. */
export interface RunnableTask
  extends Pick<
    TaskRow,
    'id' | 'org_id' | 'project_id' | 'name' | 'active_revision' | 'environments' | 'archived_at'
  > {
  /** The definition of the active revision; null when none is active. */
  definition: TaskRevisionRow['definition'] | null;
}
