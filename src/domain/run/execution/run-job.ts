import type { InputFile } from '#core/task/input/files.ts';
import type { OutputCheck } from '#core/task/output/output.ts';
import type { RunCitation, RunError, TaskDefinition } from '#generated/model/index.ts';
import type { Capabilities } from '../../model/capabilities.ts';
import type { LiveRun } from '../live-run.ts';
import type { AskableModel, Message } from './ask-model.ts';
import type { Conversation } from './conversation.ts';
import type { Passage } from './passage.ts';

/**
 * Parses a model's output; error pointers refer to the output.
 * @param isCutOff whether the model was stopped at its maximum length
 */
export type OutputReader = (text: string, isCutOff?: boolean) => OutputCheck;

/** An accepted run, with everything it needs. */
export interface RunJob {
  live: LiveRun;
  definition: TaskDefinition;
  /** The inputs as texts. */
  values: Readonly<Record<string, string>>;
  /** The inputs sent to the model as files, by variable name. */
  files: ReadonlyMap<string, InputFile>;
  /** What the model can do, as far as the task needs to know. */
  capabilities: Capabilities;
  /** Undefined if the model does not exist. */
  model: AskableModel | undefined;
  /** Whether someone may be watching the run. */
  isStreamed: boolean;
  /** Used instead of the output format by assistants, whose callers cannot change it. */
  read?: OutputReader | undefined;
  /** The chat in which it answers. */
  conversation?: Conversation | undefined;
  /** What the model is given of that chat, before the user prompt. */
  history?: readonly Message[] | undefined;
  /** The retrieved passages; undefined if nothing was searched. */
  passages?: readonly Passage[] | undefined;
}

/** The result of a run. */
export interface Outcome {
  status: 'succeeded' | 'failed' | 'cancelled';
  output: string | Record<string, unknown> | null;
  valid: boolean | null;
  error: RunError | null;
  /** Absent if nothing was searched. */
  citations?: RunCitation[];
}

/** What a model wrote, and whether it was cut off. */
export interface ModelOutput {
  text: string;
  isCutOff: boolean;
  /** Whether it wrote down its reasoning. */
  hasReasoned: boolean;
  /** Whether it judged that the passages don't contain what was asked. */
  saysNoAnswer: boolean;
}
