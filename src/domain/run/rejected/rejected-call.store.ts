import type { RejectedCallRow } from '../run.tables.ts';

/** Rejected calls of the same reason, about to be added to their row. The store finds the task's name. */
export type RejectedCalls = Omit<RejectedCallRow, 'task_name'>;
