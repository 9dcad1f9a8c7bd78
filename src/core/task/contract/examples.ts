import { PROBLEM_HELP } from '#core/problem/problem-help.ts';
import { PROBLEMS } from '#core/problem/problems.ts';
import type { ProblemCode } from '#generated/model/index.ts';
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

/** One example of each event of a stream of a run. */
export function eventExamples(api: ApiContract, run: Json): Examples {
  const { oneOf = [] } = api.components.schemas.RunEvent as { oneOf?: { $ref: string }[] };
  const values = oneOf.map(({ $ref }) => exampleOfSchema(api, $ref.split('/').at(-1) ?? ''));
  return Object.fromEntries(
    values.map((event) => [
      String(event.type),
      { value: 'run' in event ? { ...event, run: runLike(event, run) } : event },
    ]),
  );
}

/** The fields of a run as an event contains them; some events contain fewer. */
function runLike(event: Json, run: Json): Json {
  const status = /^run\.(succeeded|failed|cancelled)$/.exec(String(event.type))?.[1] ?? 'running';
  const isOver = status === 'succeeded';
  const failure =
    status === 'failed' ? { code: 'model_failed', message: help('model_failed') } : null;
  const fields: Json = {
    ...run,
    status,
    error: failure,
    ...(isOver ? {} : { output: null, output_valid: null }),
  };
  return Object.fromEntries(Object.keys(event.run as Json).map((name) => [name, fields[name]]));
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
