import { HELPERS } from '#core/assist/helpers.ts';
import type { AssistPort } from '#domain/assist/assist.port.ts';
import type { Store } from '../store.ts';
import { pretendModel } from './pretend-model.ts';

/** Helpers without a task of their own. No model is behind the mocks, so each answer is a sample and says so. */
export function createAssistPort(store: Store): AssistPort {
  return {
    async helper(name) {
      const { taskId, name: taskName, definition } = HELPERS[name];
      return { taskId, taskName, revision: 1, definition };
    },
    sample: (info, answer) => pretendModel(store, info, answer()),
  };
}
