import { encodeEvent } from '#core/sse.ts';
import type { ProblemCode } from '#generated/model/index.ts';
import { PROBLEM_HELP } from '#generated/problems/problem-help.ts';
import { PROBLEMS } from '#generated/problems/problems.ts';
import type { ApiContract, Json } from './api-contract.ts';
import { exampleInputs, type TaskContract, targetOf } from './task-contract.ts';
import { taskMockOutput } from './task-mock.ts';

type Examples = Record<string, { summary?: string; value: unknown }>;

/** Request bodies: one with the variables' examples, and the one that was last tried in the console. */
export function requestExamples(task: TaskContract): Examples {
  const body = (inputs: unknown) => ({ inputs, revision: targetOf(task) });
  return {
    example: { summary: "The variables' examples", value: body(exampleInputs(task)) },
    ...(task.lastRun && {
      last_run: { summary: 'Last run in the console', value: body(task.lastRun.inputs) },
    }),
  };
}

/** The API contract's example of a run, adapted to this task. */
export function exampleRun(api: ApiContract, task: TaskContract): Json {
  const inputs = task.lastRun?.inputs ?? exampleInputs(task);
  const output = task.lastRun?.output ?? taskMockOutput(task, inputs);
  return {
    ...exampleOfSchema(api, 'Run'),
    project_id: task.projectId,
    task_id: task.taskId,
    task_name: task.taskName,
    revision: task.revision,
    model_id: task.definition.model_id,
    input_preview: '',
    inputs,
    output,
    output_text: typeof output === 'string' ? output : JSON.stringify(output),
  };
}

/** The same run just after it was accepted. */
export function acceptedRun(run: Json): Json {
  return { ...inProgress(run, 'queued'), usage: { input_tokens: 0, output_tokens: 0, cost: 0 } };
}

/** The same run, cancelled before its first token. */
export function cancelledRun(run: Json): Json {
  const { ended_at, latency_ms } = run;
  return { ...inProgress(run, 'cancelled'), ended_at, latency_ms };
}

function failedRun(run: Json): Json {
  const error = { code: 'model_failed', message: help('model_failed') };
  const { ended_at, latency_ms } = run;
  return { ...inProgress(run, 'failed'), ended_at, latency_ms, error };
}

function inProgress(run: Json, status: string): Json {
  return {
    ...run,
    status,
    output: null,
    output_text: '',
    output_valid: null,
    citations: [],
    latency_ms: null,
    first_token_ms: null,
    ended_at: null,
    error: null,
  };
}

/** Streams of a run as text, one for each way to end. */
export function streamExamples(api: ApiContract, run: Json): Examples {
  const started = withRun(api, 'RunStartedEvent', inProgress(run, 'running'));
  const text = String(run.output_text);
  const progress = [
    exampleOfSchema(api, 'RunStepEvent'),
    { type: 'run.delta', offset: 0, text },
    { type: 'run.usage', usage: run.usage },
  ];
  const ends: readonly [string, Json[]][] = [
    ['succeeded', [...progress, withRun(api, 'RunSucceededEvent', run)]],
    ['failed', [withRun(api, 'RunFailedEvent', failedRun(run))]],
    ['cancelled', [withRun(api, 'RunCancelledEvent', cancelledRun(run))]],
  ];
  return Object.fromEntries(
    ends.map(([end, events]) => [
      end,
      {
        summary: `The run ${end === 'cancelled' ? 'was ' : ''}${end}`,
        value: written([started, ...events]),
      },
    ]),
  );
}

/** The contract's example of an event, with this run's values of the fields that the event contains. */
function withRun(api: ApiContract, name: string, run: Json): Json {
  const event = exampleOfSchema(api, name);
  const fields = Object.keys(event.run as Json).map((field) => [field, run[field]]);
  return { ...event, run: Object.fromEntries(fields) };
}

function written(events: readonly Json[]): string {
  const lines = events.map((event, index) =>
    encodeEvent({ id: String(index + 1), event: String(event.type), data: JSON.stringify(event) }),
  );
  return lines.join('');
}

/** The problems with a given status. */
export function problemExamples(status: number, all: readonly ProblemCode[]): Examples {
  const codes = all.filter((code) => PROBLEMS[code][0] === status);
  return Object.fromEntries(
    codes.map((code) => {
      const [, title] = PROBLEMS[code];
      const value = { type: `/docs/errors#${code}`, title, status, detail: help(code), code };
      return [code, { summary: title, value }];
    }),
  );
}

/** The codes of a status and what they mean, as Markdown. */
export function problemText(status: number, all: readonly ProblemCode[]): string {
  const codes = all.filter((code) => PROBLEMS[code][0] === status);
  return codes.map((code) => `- \`${code}\`: ${help(code)}`).join('\n');
}

function help(code: ProblemCode): string {
  return PROBLEM_HELP[code];
}

/** The API contract's example of a schema. */
export function exampleOfSchema({ components }: ApiContract, name: string): Json {
  const { examples } = (components.schemas[name] ?? {}) as { examples?: Json[] };
  return examples?.[0] ?? {};
}
