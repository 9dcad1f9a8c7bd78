import type { SimpleFaker } from '@faker-js/faker';
import { costOf } from '#core/billing/money.ts';
import { compilePrompt } from '#core/prompt/compile.ts';
import { estimateTokens } from '#core/run/tokens.ts';
import { checkInputs } from '#core/task/input/inputs.ts';
import { renderInputs, withoutFiles } from '#core/task/input/render.ts';
import { checkOutput } from '#core/task/output/output.ts';
import { outputSchema } from '#core/task/output/output-schema.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import { previewOf } from '#domain/run/start-run.service.ts';
import { toRun } from '#domain/run/to-run.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { getRunMock } from '#generated/model/index.faker.ts';
import type { RunError, RunStep, TaskDefinition, TaskVariable } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import { pretendOutput } from '../run/pretend-model.ts';
import type { Scenario } from '../scenarios.ts';
import { timestamp } from '../store.ts';
import { seedId } from './ids.ts';
import { MODELS } from './models.ts';
import { type Prompts, stepsOf } from './run-steps.ts';
import type { SeededTask } from './tasks.ts';
import { productName, sentences } from './words.ts';

const RUNS = 60;
const EVERY_MS = 3.1 * 3_600_000;
/** In the scenario `large`: two months of a busy organisation. */
const LARGE_RUNS = 1500;
const LARGE_EVERY_MS = 3_600_000;
const FAILURES: readonly RunError[] = [
  {
    code: 'model_rate_limited',
    message: 'The provider is busy. Try again in 20 seconds.',
    retry_after: 20,
  },
  {
    code: 'model_timeout',
    message: 'The model timed out after 120 s. Run it again, or increase the timeout.',
  },
];

/** A run, and its trace. */
export interface SeededRun {
  run: RunRow;
  steps: RunStep[];
}

/** Runs of the last few days, oldest first. Some failed, and one was cancelled. */
export function seedRuns(
  faker: SimpleFaker,
  tasks: readonly SeededTask[],
  users: readonly UserRow[],
  { now, scenario }: { now: number; scenario: Scenario },
): SeededRun[] {
  // Those that search collections have runs of their own: see `answers.ts`.
  const runnable = tasks
    .filter(({ task, draft }) => task.active_revision !== null && !draft.definition.retrieval)
    .slice(0, 12);
  const [count, every] = scenario === 'large' ? [LARGE_RUNS, LARGE_EVERY_MS] : [RUNS, EVERY_MS];
  return Array.from({ length: count }, (_, index) => {
    const seeded = runnable[(index * 7) % runnable.length] as SeededTask;
    const user = users[index % 3] as UserRow;
    return seedRun(faker, seeded, user, index, now - (count - index) * every);
  });
}

function seedRun(
  faker: SimpleFaker,
  { task, draft, revisions }: SeededTask,
  user: UserRow,
  index: number,
  at: number,
): SeededRun {
  const revision = task.active_revision ?? 1;
  const definition = revisions[revision - 1]?.definition ?? draft.definition;
  const given = Object.fromEntries(
    definition.variables.map((variable) => [variable.name, inputFor(faker, variable)]),
  );
  const inputs = checkInputs(definition.variables, given).values;
  const values = renderInputs(inputs, definition.variables);
  const prompts = {
    system: compilePrompt(definition.system_prompt, values),
    user: compilePrompt(definition.user_prompt, values),
  };
  const status = index % 11 === 5 ? 'failed' : index % 29 === 7 ? 'cancelled' : 'succeeded';
  const written = status === 'failed' ? '' : outputOf(definition, prompts);
  const output_text = status === 'cancelled' ? written.slice(0, 20) : written;
  const checked =
    status === 'succeeded' ? checkOutput(definition.output_format, output_text) : null;
  const latency = faker.number.int({ min: 300, max: 4000 });
  const model = MODELS.find((candidate) => candidate.id === definition.model_id);
  const tokens = {
    input_tokens: estimateTokens(prompts.system.length + prompts.user.length),
    output_tokens: estimateTokens(output_text.length),
  };
  const byKey = index % 4 === 1;
  const run = seedRow('run', getRunMock, {
    id: seedId('run', index + 1),
    org_id: task.org_id,
    project_id: task.project_id,
    task_id: task.id,
    task_name: task.name,
    revision,
    source: byKey ? 'api' : 'console',
    status,
    model_id: definition.model_id,
    input_preview: previewOf(withoutFiles(inputs, definition.variables)),
    inputs,
    output: typeof checked?.output === 'object' ? checked.output : null,
    output_text,
    output_valid: checked?.valid ?? null,
    ...tokens,
    cost: model ? costOf(tokens, model) : null,
    latency_ms: latency,
    first_token_ms: status === 'failed' ? null : Math.round(latency / 4),
    error: status === 'failed' ? (FAILURES[index % FAILURES.length] ?? null) : null,
    caller_type: byKey ? 'api_key' : 'user',
    caller_id: byKey ? seedId('key', 1) : user.id,
    caller_name: byKey ? 'Production backend' : user.name,
    worker_id: '',
    created_at: timestamp(at),
    ended_at: timestamp(at + latency),
  });
  return { run, steps: stepsOf(toRun(run), prompts, index * 3 + 1) };
}

function outputOf({ output_format: format }: TaskDefinition, prompts: Prompts): string {
  return pretendOutput(format.type === 'text' ? undefined : outputSchema(format), prompts);
}

function inputFor(faker: SimpleFaker, variable: TaskVariable): unknown {
  if (variable.type === 'text') return sentences(faker);
  if (variable.type === 'json')
    return { name: productName(faker), price: faker.number.int({ min: 5, max: 90 }) };
  if (variable.type === 'choice') return variable.options?.[0];
  return undefined;
}
