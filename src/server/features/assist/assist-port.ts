import type { AssistPort } from '#domain/assist/assist.port.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import { askable } from '../../platform/models/ask-model.ts';
import { SANDBOX_ENDPOINT } from '../../platform/models/endpoints/known-endpoints.ts';
import { createSandboxModel } from '../../platform/models/sandbox-model.ts';

const ORIGIN = {
  provider: 'the sandbox model',
  settings: SANDBOX_ENDPOINT.settings,
  hasKey: false,
  model: 'sandbox',
};
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
      const call = createSandboxModel({ output: response, wordMs: WORD_MS });
      return askable({ info, call, isUnpriced: false, origin: ORIGIN });
    },
  };
}
