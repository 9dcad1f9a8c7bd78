import type { Callable, ContractChanges } from '../revision/contract-changes.ts';
import type { RunnableTask } from './task.store.ts';

/** What differs between the server's and the mocks' tasks. */
export interface TaskPort {
  /** The parts of a task that a call needs, cached on the server. Undefined if the task does not exist. */
  runnable(taskId: string): Promise<RunnableTask | undefined>;
  /**
   * The contract changes when `next` replaces `base`, found by the differ that also checks the product's own contract.
   * Large definitions are compared in a thread, which may take seconds. In transactions, use `whileComparing`.
   * @throws ProblemError 429 or 503, (as a rejected promise) when too many are being compared
   */
  compare(
    orgId: string,
    base: Callable,
    next: Callable,
  ): ContractChanges | Promise<ContractChanges>;
}
