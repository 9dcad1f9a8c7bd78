import type { HelperName } from '#core/assist/helper.ts';
import type { Model } from '#generated/model/index.ts';
import type { AskableModel } from '../run/execution/ask-model.ts';
import type { Runnable } from '../task/runnable.ts';

/** What helpers need that differs between the server and the mocks. */
export interface AssistPort {
  /** What a helper executes: it is a task of the free-tier project. */
  helper(name: HelperName): Promise<Runnable>;
  /**
   * A model that gives an answer made by fixed rules, in place of one that cannot think.
   * @returns undefined when the model itself is to be asked
   */
  sample(info: Model, answer: () => string): AskableModel | undefined;
}
