import { HELPERS } from '#core/assist/helpers.ts';
import type { AssistPort } from '#domain/assist/assist.port.ts';
import type { Runnables } from '#domain/task/runnable.ts';
import { askable } from '../../platform/models/ask-model.ts';
import { createSandboxModel } from '../../platform/models/sandbox-model.ts';

const ORIGIN = { provider: 'the sandbox model', keyName: '', model: 'sandbox' };
/** Samples are written fast: nobody wants to wait for something that no model thinks about. */
const WORD_MS = 8;

/**
 * The helpers of this server.
 * @param house where their tasks are
 */
export function createAssistPort(
  runnables: Runnables,
  house: { orgId: string; projectId: string },
): AssistPort {
  return {
    helper: (name) => runnables.resolve({ ...house, taskId: HELPERS[name].taskId }),
    sample(info, answer) {
      if (info.provider !== 'sandbox') return undefined;
      const call = createSandboxModel({ answer: answer(), wordMs: WORD_MS });
      return askable({ info, call, origin: ORIGIN });
    },
  };
}
