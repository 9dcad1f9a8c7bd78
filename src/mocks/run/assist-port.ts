import { ASSISTANTS } from '#core/assist/assistants.ts';
import type { AssistPort } from '#domain/assist/assist.port.ts';
import type { Store } from '../store.ts';
import { pretendModel } from './pretend-model.ts';

/**
 * Assistants without tasks in the tables. The mocks have no real model, so every result is a sample and is marked as
 * one.
 */
export function createAssistPort(store: Store): AssistPort {
  return {
    async assistant(name) {
      const { taskId, name: taskName, definition } = ASSISTANTS[name];
      return { taskId, taskName, revision: 1, definition };
    },
    sample: (info, output) => pretendModel(store, info, output()),
  };
}
