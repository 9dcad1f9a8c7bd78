import { RUNS_STORED_MAX_GB } from '#core/limits.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { Model, Run, RunError, TaskDefinition } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { INTERNAL_ERROR, ProblemError } from '../problem.ts';
import { COMPILED_MAX } from './execution/prompt.ts';

/** @throws ProblemError 400 with every file that the model doesn't accept */
export function refuseFiles(files: ReadonlyMap<string, InputFile>, info: Model): void {
  const errors = [...files].flatMap(([name, { mediaType }]) => {
    const isTaken = mediaType.startsWith('image/') ? info.supports.images : info.supports.files;
    const message = `${info.name} doesn't accept ${mediaType}. Choose another model.`;
    return isTaken ? [] : [{ pointer: `/inputs/${name}`, message }];
  });
  const [first] = errors;
  if (first) throw new ProblemError('input_unsupported', first.message, { errors });
}

export function refuseUnfinished(definition: TaskDefinition, known: Model | undefined): void {
  const errors = checkDefinition(definition, { models: known ? [known] : [], at: '/definition' });
  if (errors.length > 0) {
    throw new ProblemError('invalid_request', 'The draft is incomplete.', { errors });
  }
}

/** The stored size of a project's runs is limited. */
export function storageFull(): ProblemError {
  return new ProblemError('limit_reached', DETAIL.runStorage(RUNS_STORED_MAX_GB));
}

/** Only those who may edit a task may run its draft. */
export function trialForbidden(): ProblemError {
  return new ProblemError(
    'forbidden',
    'Running the draft, or with another model, requires permission to edit the task.',
  );
}

export function tooLong(length: number): ProblemError {
  return new ProblemError(
    'prompt_too_long',
    `With these inputs, the prompts have ${length.toLocaleString('en-US')} characters; the maximum is ${COMPILED_MAX.toLocaleString('en-US')}.`,
  );
}

export function noneWaits(): ProblemError {
  return new ProblemError(
    'tool_not_waiting',
    'No tool is waiting for this reply: someone has already replied, or the run has ended.',
  );
}

export function keyConflict(): ProblemError {
  return new ProblemError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}

/** Why a run failed, as a problem for callers who waited for it. */
export function toProblem({ error, id }: Pick<Run, 'error' | 'id'>): ProblemError {
  return problemOf(error ?? INTERNAL_ERROR, { run_id: id });
}

export function problemOf(
  { code, message, retry_after }: RunError,
  options: { run_id?: string } = {},
): ProblemError {
  const headers = { 'retry-after': String(retry_after) };
  return new ProblemError(code, message, {
    ...options,
    ...(retry_after !== undefined && { headers }),
  });
}
