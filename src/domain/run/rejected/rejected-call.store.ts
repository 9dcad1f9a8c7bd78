import type { RejectedCallGroup, RunCallerType } from '#generated/model/index.ts';

/** Rejected calls with the same reason on the same day. They outlive the task, like runs. */
export interface RejectedCallRow extends Omit<RejectedCallGroup, 'caller'> {
  project_id: string;
  caller_type: RunCallerType;
  caller_id: string;
  caller_name: string;
}

/** Rejected calls of the same reason, about to be added to their row. The store finds the task's name. */
export type RejectedCalls = Omit<RejectedCallRow, 'task_name'>;
