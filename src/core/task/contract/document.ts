import type { TaskOpenApi } from '#generated/model/index.ts';
import type { ApiContract, Json } from './api-contract.ts';
import {
  acceptedRun,
  cancelledRun,
  exampleRun,
  requestExamples,
  streamExamples,
} from './examples.ts';
import { type MediaExamples, projectedDocument, ref } from './projection.ts';
import { RUN_PROBLEMS } from './run-problems.ts';
import { acceptedInputsOf, outputOf, type TaskContract, targetOf } from './task-contract.ts';

/** The operations on a task for API callers, with the headings under which they are documented. */
const OPERATIONS: Readonly<Record<string, string>> = {
  runTask: 'run',
  streamTask: 'stream',
  getRun: 'run',
  streamRun: 'stream',
  cancelRun: 'run',
  runTaskMock: 'mock',
  streamTaskMock: 'mock',
};
const TAGS = [
  { name: 'run', description: 'Calls that return a run, either when it has ended or immediately.' },
  { name: 'stream', description: 'Server-sent events with exactly one terminal event; resumable.' },
  {
    name: 'mock',
    description:
      'The same calls at `/mock` instead of `/run`: same validation, same schemas, free, deterministic.',
  },
];

/**
 * The OpenAPI document of one revision of a task. It is a projection of the API contract: calls, events and errors are
 * described as there, with this task's inputs and output filled in.
 */
export function taskDocument(api: ApiContract, task: TaskContract): TaskOpenApi {
  const run = exampleRun(api, task);
  const streams = streamExamples(api, run);
  const examplesOf = (operationId: string, status: string): MediaExamples => {
    const isCancelled = operationId === 'cancelRun';
    const value = status === '202' ? acceptedRun(run) : isCancelled ? cancelledRun(run) : run;
    return { 'application/json': { run: { value } }, 'text/event-stream': streams };
  };
  const request = requestExamples(task);
  return projectedDocument({
    ...task,
    api,
    kind: 'task',
    id: task.taskId,
    info: { title: task.taskName, version: targetOf(task), description: introduction(task) },
    tags: TAGS,
    operations: OPERATIONS,
    schemas: taskSchemas(api, task),
    codes: RUN_PROBLEMS,
    requestExamples: () => request,
    responseExamples: examplesOf,
  });
}

function introduction(task: TaskContract): string {
  const which = task.revision === null ? 'the draft' : `revision ${task.revision}`;
  return [
    `The task “${task.taskName}”, ${which}.`,
    `To call it, send \`"revision": "${targetOf(task)}"\`; the default is the active revision.`,
    'Errors are `application/problem+json`: branch on `code`.',
    'To build a caller before the prompts are done, call `/mock` instead of `/run`.',
  ].join('\n\n');
}

/** The API contract's schemas, with this task's inputs and output. */
function taskSchemas({ components: { schemas } }: ApiContract, task: TaskContract) {
  const all = schemas as Record<string, Json>;
  return {
    ...all,
    Inputs: { ...acceptedInputsOf(task), description: 'The inputs of the task.' },
    Output: { ...outputOf(task), description: 'The output of the task.' },
    RunCreate: withInputs(all.RunCreate ?? {}),
    RunResult: {
      description: 'The output of the task; null until there is one.',
      oneOf: [ref('Output'), { type: 'null' }],
    },
  };
}

function withInputs({ examples: _, ...schema }: Json): Json {
  return { ...schema, properties: { ...(schema.properties as Json), inputs: ref('Inputs') } };
}
