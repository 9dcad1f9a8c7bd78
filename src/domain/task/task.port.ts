import type { TaskContractChange } from '#generated/model/index.ts';
import type { RunnableTask } from './task.store.ts';

/** A difference between two JSON Schemas, as the contract's differ finds it. */
export interface SchemaChange
  extends Pick<TaskContractChange, 'level' | 'rule' | 'direction' | 'message'> {
  path?: string[];
  /** A value that one side accepts and the other rejects. */
  witness?: unknown;
}

/** Compares two JSON Schemas of what callers send (`request`) or receive (`response`). */
export type Differ = (
  base: unknown,
  next: unknown,
  direction: TaskContractChange['direction'],
) => { changes: readonly SchemaChange[] };

/** What differs between the server's and the mocks' tasks. */
export interface TaskPort {
  /** The parts of a task that a call needs, cached on the server. Undefined if the task does not exist. */
  runnable(taskId: string): Promise<RunnableTask | undefined>;
  /** The differ that also checks the product's own contract. */
  differ(): Promise<Differ>;
}
