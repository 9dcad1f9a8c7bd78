import { checkDefinition } from '#core/task/definition/definition.ts';
import type { InputFile } from '#core/task/input/files.ts';
import type { Model, TaskDefinition } from '#generated/model/index.ts';
import { ProblemError } from '../problem.ts';
import { COMPILED_MAX } from './execution/prompt.ts';

/** @throws ProblemError 400 with every file that the model cannot take */
export function refuseFiles(files: ReadonlyMap<string, InputFile>, info: Model): void {
  const errors = [...files].flatMap(([name, { mediaType }]) => {
    const isTaken = mediaType.startsWith('image/') ? info.supports.images : info.supports.files;
    const message = `${info.name} cannot take ${mediaType}. Choose another model.`;
    return isTaken ? [] : [{ pointer: `/inputs/${name}`, message }];
  });
  const [first] = errors;
  if (first) throw new ProblemError('input_unsupported', first.message, { errors });
}

export function refuseUnfinished(definition: TaskDefinition, known: Model | undefined): void {
  const errors = checkDefinition(definition, { models: known ? [known] : [], at: '/definition' });
  if (errors.length > 0) {
    throw new ProblemError('invalid_request', 'The draft is not finished.', { errors });
  }
}

/** Only who may edit a task may call its draft. */
export function trialForbidden(): ProblemError {
  return new ProblemError(
    'forbidden',
    'Running the draft, or with another model, needs the right to edit the task.',
  );
}

export function tooLong(length: number): ProblemError {
  return new ProblemError(
    'prompt_too_long',
    `The prompts come to ${length.toLocaleString('en-US')} characters with these inputs; at most ${COMPILED_MAX.toLocaleString('en-US')} are taken.`,
  );
}

export function noneWaits(): ProblemError {
  return new ProblemError(
    'tool_not_waiting',
    'No tool waits for this reply: it was answered already, or the run has ended.',
  );
}

export function tooBusy(): ProblemError {
  return new ProblemError(
    'unavailable',
    'The server takes no more runs for now. Try again in a moment.',
    {
      headers: { 'retry-after': '5' },
    },
  );
}

export function keyConflict(): ProblemError {
  return new ProblemError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}
