import type { SimpleFaker } from '@faker-js/faker';
import { costOf } from '#core/billing/money.ts';
import { INPUT_PREVIEW_MAX } from '#core/limits.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { checkOutput } from '#core/task/output/output.ts';
import type { UserRow } from '#domain/user/user.store.ts';
import type { Run, RunError, TaskVariable } from '#generated/model/index.ts';
import { compile, countTokens, previewOf, sandboxAnswer } from '../run/sandbox.ts';
import { stepsOf } from '../run/steps.ts';
import { type StoredRun, timestamp } from '../store.ts';
import { seedId } from './ids.ts';
import { MODELS } from './models.ts';
import type { SeededTask } from './tasks.ts';
import { productName, sentences } from './words.ts';

const RUNS = 60;
const EVERY_MS = 3.1 * 3_600_000;
const FAILURES: readonly RunError[] = [
  {
    code: 'model_rate_limited',
    message: 'The provider is busy. Try again in 20 seconds.',
    retry_after: 20,
  },
  { code: 'model_timeout', message: 'The provider did not respond within 120 seconds.' },
];

/** Runs of the last few days, oldest first. Some failed, and one was cancelled. */
export function seedRuns(
  faker: SimpleFaker,
  tasks: readonly SeededTask[],
  users: readonly UserRow[],
  now: number,
): StoredRun[] {
  const runnable = tasks.filter(({ task }) => task.active_revision !== null).slice(0, 12);
  return Array.from({ length: RUNS }, (_, index) => {
    const seeded = runnable[(index * 7) % runnable.length] as SeededTask;
    const user = users[index % 3] as UserRow;
    return seedRun(faker, seeded, user, index, now - (RUNS - index) * EVERY_MS);
  });
}

function seedRun(
  faker: SimpleFaker,
  { task, draft, revisions }: SeededTask,
  user: UserRow,
  index: number,
  at: number,
): StoredRun {
  const revision = task.active_revision ?? 1;
  const definition = revisions[revision - 1]?.definition ?? draft.definition;
  const given = Object.fromEntries(
    definition.variables.map((variable) => [variable.name, inputFor(faker, variable)]),
  );
  const inputs = checkInputs(definition.variables, given).values;
  const prompts = compile(definition, inputs);
  const status = index % 11 === 5 ? 'failed' : index % 29 === 7 ? 'cancelled' : 'succeeded';
  const written = status === 'failed' ? '' : sandboxAnswer(definition, prompts);
  const output_text = status === 'cancelled' ? written.slice(0, 20) : written;
  const checked =
    status === 'succeeded' ? checkOutput(definition.output_format, output_text) : null;
  const latency = faker.number.int({ min: 300, max: 4000 });
  const model = MODELS.find((candidate) => candidate.id === definition.model_id);
  const tokens = {
    input_tokens: countTokens(prompts.system + prompts.user),
    output_tokens: countTokens(output_text),
  };
  const byKey = index % 4 === 1;
  const run: Run = {
    id: seedId('run', index + 1),
    project_id: task.project_id,
    task_id: task.id,
    task_name: task.name,
    revision,
    source: byKey ? 'api' : 'console',
    status,
    model_id: definition.model_id,
    input_preview: previewOf(inputs, definition.variables).slice(0, INPUT_PREVIEW_MAX),
    output_valid: checked?.valid ?? null,
    usage: { ...tokens, cost: model ? costOf(tokens, model) : null },
    latency_ms: latency,
    first_token_ms: status === 'failed' ? null : Math.round(latency / 4),
    error: status === 'failed' ? (FAILURES[index % FAILURES.length] ?? null) : null,
    caller: byKey
      ? { type: 'api_key', id: seedId('key', 1), name: 'Production backend' }
      : { type: 'user', id: user.id, name: user.name },
    created_at: timestamp(at),
    ended_at: timestamp(at + latency),
    inputs,
    output: checked?.output ?? null,
    output_text,
  };
  return {
    org_id: task.org_id,
    run,
    definition,
    steps: stepsOf(run, prompts, index * 3 + 1),
    events: [],
  };
}

function inputFor(faker: SimpleFaker, variable: TaskVariable): unknown {
  if (variable.type === 'text') return sentences(faker);
  if (variable.type === 'json')
    return { name: productName(faker), price: faker.number.int({ min: 5, max: 90 }) };
  if (variable.type === 'choice') return variable.options?.[0];
  return undefined;
}
