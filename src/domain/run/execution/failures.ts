import type { OutputCheck } from '#core/task/output/output.ts';
import type { Model } from '#generated/model/index.ts';
import type { LiveRun } from '../live-run.ts';
import { ModelFailure } from './model-failure.ts';
import type { Answer, RunJob } from './run-job.ts';

const ERRORS_SHOWN = 5;
const QUOTED = 160;

/** Why an answer cannot be used, and what to do about it. */
export function unusable(
  { definition, read }: RunJob,
  { text, isCutOff }: Answer,
  { errors }: OutputCheck,
): ModelFailure {
  const tokens = definition.parameters.max_output_tokens;
  if (isCutOff && read) {
    return new ModelFailure(
      'output_invalid',
      "The model's answer was cut off: it reached the longest that the model writes. Ask for less, or choose another model.",
    );
  }
  if (isCutOff) {
    return new ModelFailure(
      'output_invalid',
      tokens === undefined
        ? "The model's answer was cut off: it reached the longest that the model writes. Have it answer less, raise max_output_tokens, or choose another model."
        : `The model's answer was cut off at ${tokens} tokens. Raise max_output_tokens, or have it answer less.`,
    );
  }
  const list = errors
    .slice(0, ERRORS_SHOWN)
    .map(({ pointer, message }) => `${pointer || 'the answer'}: ${message}`);
  const advice = read
    ? 'Ask again in other words, or choose another model.'
    : 'Describe the fields more precisely, or choose another model.';
  if (text.trim() === '')
    return new ModelFailure(
      'output_invalid',
      "The model's answer was empty. Run it again, or choose another model.",
    );
  const fits = read ? 'cannot be used' : 'does not fit the output format';
  return new ModelFailure(
    'output_invalid',
    `The model's answer ${fits} (${list.join('; ')}). ${said(text)}${advice}`,
  );
}

/** What was written in place of JSON says best why: a refusal, a question. */
function said(text: string): string {
  const start = text.replace(/\s+/g, ' ').trim();
  if (/[{[]/.test(start.slice(0, QUOTED))) return '';
  const quoted = start.length > QUOTED ? `${start.slice(0, QUOTED).toWellFormed()}…` : start;
  return `It begins with “${quoted}” `;
}

export function noSuchModel(id: string): never {
  throw new ModelFailure(
    'model_not_found',
    `There is no model ${id}. Choose another model for the task.`,
  );
}

/** Why a model is not asked at all. */
export function notSetUp(info: Model): ModelFailure {
  return new ModelFailure(
    'model_unauthorized',
    info.unavailable_reason ?? 'This model cannot be called.',
  );
}

export function timedOut({ steps }: LiveRun, seconds: number): ModelFailure {
  const tool = steps.find(({ kind, ended_at }) => kind === 'tool' && ended_at === null);
  if (tool) {
    return new ModelFailure(
      'tool_failed',
      `The tool ${tool.name} had not answered when the ${seconds} seconds of the run were over. Give it less time, or raise timeout_seconds.`,
    );
  }
  return new ModelFailure(
    'model_timeout',
    `The model did not finish within ${seconds} seconds. Run it again, or raise timeout_seconds.`,
  );
}
