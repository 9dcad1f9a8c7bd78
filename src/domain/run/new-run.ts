import { newId } from '#core/ids.ts';
import { INPUT_PREVIEW_MAX } from '#core/limits.ts';
import { describeFile, type InputFile, isTextFile } from '#core/task/input/files.ts';
import { inputFiles, renderInputs, withoutFiles } from '#core/task/input/render.ts';
import type { Run, TaskDefinition } from '#generated/model/index.ts';
import { assumedCapabilities } from '../model/capabilities.ts';
import { principalId } from '../principal.ts';
import type { Runnable } from '../task/runnable.ts';
import { firstCost } from './execution/paying/reservation.ts';
import { COMPILED_MAX, promptSize } from './execution/prompt.ts';
import type { RunJob } from './execution/run-job.ts';
import type { LiveRun } from './live-run.ts';
import { refuseFiles, tooLong } from './run-refusals.ts';
import type { RunRequest } from './run-request.ts';
import { sourceOf } from './source-of.ts';

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
  live.reserved = model && !model.own ? firstCost(definition, model.info, values, files) : 0;
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

/** A run about to be accepted. */
export function newRun(
  { principal, place, source }: RunRequest,
  { definition, ...runnable }: Runnable,
  inputs: Record<string, unknown>,
  hasRoom: boolean,
): Run {
  return {
    id: newId('run'),
    project_id: place.projectId,
    task_id: runnable.taskId,
    task_name: runnable.taskName,
    revision: runnable.revision,
    source: source ?? sourceOf(principal),
    status: hasRoom ? 'running' : 'queued',
    model_id: definition.model_id,
    input_preview: previewOf(withoutFiles(inputs, definition.variables)),
    output_valid: null,
    usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    latency_ms: null,
    first_token_ms: null,
    error: null,
    caller: { type: principal.type, id: principalId(principal), name: principal.name },
    created_at: new Date().toISOString(),
    ended_at: null,
    inputs,
    output: null,
    output_text: '',
    citations: [],
  };
}

/** The inputs as one line. */
export function previewOf(inputs: Record<string, unknown>): string {
  const texts = Object.values(inputs).map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.slice(0, INPUT_PREVIEW_MAX * 2);
  });
  const line = texts.join(' · ').replace(/\s+/g, ' ').trim();
  // Cut by code points, as the contract counts characters, so that no surrogate pair is split.
  return [...line.slice(0, INPUT_PREVIEW_MAX * 2)]
    .slice(0, INPUT_PREVIEW_MAX)
    .join('')
    .toWellFormed();
}
