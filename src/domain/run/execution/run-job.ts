import { describeFile, type InputFile, isTextFile } from '#core/task/input/files.ts';
import { inputFiles, renderInputs } from '#core/task/input/render.ts';
import type { OutputCheck } from '#core/task/output/output.ts';
import type { RunCitation, RunError, TaskDefinition } from '#generated/model/index.ts';
import type { AskableModel, Message } from '../../model/ask.ts';
import { assumedCapabilities, type Capabilities } from '../../model/capabilities.ts';
import type { LiveRun } from '../live-run.ts';
import { refuseFiles, tooLong } from '../run-refusals.ts';
import type { Conversation } from './context/conversation.ts';
import type { Passage } from './context/passage.ts';
import { firstCost } from './cost.ts';
import { COMPILED_MAX, promptSize } from './prompt.ts';

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
  /** The model's capabilities, as far as the task depends on them. */
  capabilities: Capabilities;
  /** Undefined if the model does not exist. */
  model: AskableModel | undefined;
  /** Whether someone may be watching the run. */
  isStreamed: boolean;
  /** Used instead of the output format by assistants, whose callers cannot change it. */
  read?: OutputReader | undefined;
  /** The chat in which it answers. */
  conversation?: Conversation | undefined;
  /** Messages of that chat that are sent before the user prompt. */
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

/** The output of a model for one turn. */
export interface ModelOutput {
  text: string;
  isCutOff: boolean;
  /** Whether it wrote down its reasoning. */
  hasReasoned: boolean;
  /** Whether it judged that the passages don't contain what was asked. */
  saysNoAnswer: boolean;
}

/**
 * What is needed to execute a run: its inputs as texts and files, and its maximum cost.
 * @throws ProblemError 400 when the filled prompts are too long, or with every file that the model doesn't accept
 */
export function newJob(
  live: LiveRun,
  options: Pick<RunJob, 'definition' | 'model' | 'isStreamed' | 'read' | 'conversation'> & {
    /** Files besides those of the inputs. */
    given?: ReadonlyMap<string, InputFile> | undefined;
  },
): RunJob {
  const { definition, model, isStreamed, read, conversation, given } = options;
  const { values, files } = textsAndFiles(definition, live.run.inputs, given);
  const length = promptSize(definition, values);
  if (length > COMPILED_MAX) throw tooLong(length);
  if (model) refuseFiles(files, model.info);
  live.spending.reserved =
    model && !model.own ? firstCost(definition, model.info, values, files) : 0;
  const capabilities = assumedCapabilities(model?.info.supports);
  return { live, definition, values, files, model, capabilities, isStreamed, read, conversation };
}

/**
 * Inputs as a prompt contains them: texts, and the files that are sent beside it.
 * @param given files besides those of the inputs
 */
export function textsAndFiles(
  { variables }: TaskDefinition,
  inputs: Readonly<Record<string, unknown>>,
  given: ReadonlyMap<string, InputFile> = new Map(),
) {
  const values = renderInputs(inputs, variables);
  for (const [name, file] of given) values[name] = `[${describeFile(file)}]`;
  const files = inputFiles(inputs, variables);
  for (const [name, file] of files) if (isTextFile(file)) files.delete(name);
  for (const [name, file] of given) files.set(name, file);
  return { values, files };
}
