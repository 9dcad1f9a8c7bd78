import type { AssistantName } from '#core/assist/assistant.ts';
import type { Model } from '#generated/model/index.ts';
import type { AskableModel } from '../run/execution/ask-model.ts';
import type { Runnable } from '../task/runnable.ts';

/** What assistants need that differs between the server and the mocks. */
export interface AssistPort {
  /** The assistant's task, which belongs to the free-tier project. */
  assistant(name: AssistantName): Promise<Runnable>;
  /**
   * A stand-in that returns rule-based output, for models that only simulate one.
   * @returns undefined if the model itself must be called
   */
  sample(info: Model, output: () => string): AskableModel | undefined;
}
