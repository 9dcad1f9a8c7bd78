import { HOUSE_TASKS } from '#core/assist/house-tasks.ts';
import type { AssistPort } from '#domain/assist/assist.port.ts';
import { notFound } from '#domain/problem.ts';
import type { Store } from '../store.ts';
import { pretendModel } from './pretend-model.ts';

/**
 * Write `mock:write=text` into a prompt to get an output that isn't JSON, `mock:write=object` for JSON of no use, and
 * `mock:write=half` for one that ends in the middle.
 */
const BAD = /mock:write=(text|object|half)/;

function written(prompt: string, output: string): string {
  switch (BAD.exec(prompt)?.[1]) {
    case 'text':
      return 'This is not what you asked for.';
    case 'object':
      return '{"answer": 42}';
    case 'half':
      return output.slice(0, output.length / 2);
    default:
      return output;
  }
}

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
    sample: (info, output) =>
      pretendModel(store, info, (prompt) => written(prompt, output(prompt))),
  };
}
