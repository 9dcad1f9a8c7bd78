import type { Model } from '#generated/model/index.ts';
import type { AskableModel } from '../model/ask.ts';
import type { Runnable } from '../task/runnable.ts';

/** Writes a sample. `prompt` is what the model would have received, including passages. */
export type SampleWriter = (prompt: string) => string;

/** The parts of the product's own tasks that differ between the server and the mocks. */
export interface AssistPort {
  /** One of the product's own tasks, which belong to the free-tier project. */
  houseTask(taskId: string): Promise<Runnable>;
  /**
   * A stand-in that returns rule-based output, for models that only simulate one.
   * @returns undefined if the model itself must be called
   */
  sample(info: Model, output: SampleWriter): AskableModel | undefined;
}
