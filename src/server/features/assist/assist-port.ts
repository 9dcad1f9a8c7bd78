import type { AssistPort } from '#domain/assist/assist.port.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import { sandboxModel } from '../../platform/models/sandbox-model.ts';

/** Samples are written quickly: there is no model to wait for. */
const WORD_MS = 8;

/**
 * The product's own tasks on this server.
 * @param house the free-tier project, which contains their tasks
 */
export function createAssistPort(
  runnables: Runnables,
  house: { orgId: string; projectId: string },
): AssistPort {
  return {
    houseTask: (taskId) => runnables.resolve({ ...house, taskId }),
    sample(info, response) {
      if (info.provider !== 'sandbox') return undefined;
      return sandboxModel(info, { output: response, wordMs: WORD_MS });
    },
  };
}
