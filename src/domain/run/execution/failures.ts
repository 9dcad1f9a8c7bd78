import { MESSAGES } from '#core/messages.ts';
import type { OutputCheck } from '#core/task/output/output.ts';
import type { AskableModel } from '../../model/ask.ts';
import type { RunView } from '../run-view.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelOutput, RunJob } from './run-job.ts';

const ERRORS_SHOWN = 5;
const QUOTED = 160;

/** Why an output cannot be used, and what to do about it. */
export function unusable(job: RunJob, output: ModelOutput, check: OutputCheck): ModelFailure {
  return new ModelFailure('output_invalid', whyUnusable(job, output, check));
}

function whyUnusable(
  { definition, read }: RunJob,
  { text, isCutOff, hasReasoned }: ModelOutput,
  { errors }: OutputCheck,
): string {
  const tokens = definition.parameters.max_output_tokens;
  const isEmpty = text.trim() === '';
  if (isCutOff && read)
    return "The model's output was cut off at its maximum length. Ask for less, or choose another model.";
  if (isCutOff && hasReasoned && isEmpty)
    return `The model spent all ${tokens ?? 'its'} tokens on reasoning and was cut off before it answered. Increase the maximum output tokens, or choose another model.`;
  if (isCutOff && tokens === undefined)
    return "The model's output was cut off at its maximum length. Ask for a shorter output, increase the maximum output tokens, or choose another model.";
  if (isCutOff)
    return `The model's output was cut off at ${tokens} tokens. Increase the maximum output tokens, or ask for a shorter output.`;
  if (isEmpty && hasReasoned)
    return 'The model only reasoned and gave no answer. Run it again, or choose another model.';
  if (isEmpty) return "The model's output was empty. Run it again, or choose another model.";
  const list = errors
    .slice(0, ERRORS_SHOWN)
    .map(({ pointer, message }) => `${pointer || 'the output'}: ${message}`);
  const advice = read
    ? 'Try rephrasing, or choose another model.'
    : 'Describe the fields more precisely, or choose another model.';
  const fits = read ? "can't be used" : "doesn't match the output format";
  return `The model's output ${fits} (${list.join('; ')}). ${said(text)}${advice}`;
}

/** Text instead of JSON explains the failure best: a refusal, a question. */
function said(text: string): string {
  const start = text.replace(/\s+/g, ' ').trim();
  if (/[{[]/.test(start.slice(0, QUOTED))) return '';
  const quoted = start.length > QUOTED ? `${start.slice(0, QUOTED).toWellFormed()}…` : start;
  return `It begins with “${quoted}” `;
}

export function noSuchModel(id: string): never {
  throw new ModelFailure(
    'model_not_found',
    `Model ${id} doesn't exist. Choose another model for the task.`,
  );
}

/** Why the model cannot be called at all. */
export function notSetUp({ info, isUnpriced }: AskableModel): ModelFailure {
  return new ModelFailure(
    isUnpriced ? 'model_unpriced' : 'model_unauthorized',
    info.unavailable_reason ?? "This model isn't available.",
  );
}

export function timedOut({ steps }: RunView, seconds: number): ModelFailure {
  const tool = steps.find(({ kind, ended_at }) => kind === 'tool' && ended_at === null);
  if (tool) {
    return new ModelFailure(
      'tool_failed',
      `The tool ${tool.name} didn't respond before the run timed out after ${seconds} s. Shorten the tool's timeout, or increase the task's.`,
    );
  }
  return new ModelFailure(
    'model_timeout',
    `The model timed out after ${seconds} s. Run it again, or increase the timeout.`,
  );
}

/** The balance does not cover what the run may cost from here on. */
export function overdrawn(): ModelFailure {
  return new ModelFailure('insufficient_balance', MESSAGES.task.balance);
}
