import { HOUSE_TASKS } from '#core/assist/house-tasks.ts';
import type { AssistPort } from '#domain/assist/assist.port.ts';
import { notFound } from '#domain/problem.ts';
import type { Store } from '../store.ts';
import { pretendModel } from './pretend-model.ts';

/**
 * The product's own tasks, without rows in the tables. The mocks have no real model, so every result is a sample and is
 * marked as one.
 */
export function createAssistPort(store: Store): AssistPort {
  return {
    async houseTask(id) {
      const found = HOUSE_TASKS.find(({ taskId }) => taskId === id);
      if (!found) throw notFound();
      return { taskId: id, taskName: found.name, revision: 1, definition: found.definition };
    },
    sample: (info, output) => pretendModel(store, info, output),
  };
}
