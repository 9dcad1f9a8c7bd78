import type { TaskOpenApi } from '#generated/model/index.ts';
import { type ApiContract, type Json, nameIn, operationsOf, reachable } from './api-contract.ts';
import {
  acceptedRun,
  cancelledRun,
  exampleRun,
  requestExamples,
  streamExamples,
} from './examples.ts';
import {
  INFO,
  type MediaExamples,
  pick,
  ref,
  SECURITY,
  toResponse,
  withoutExamples,
} from './projection.ts';
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
const PROJECT = '/org/{orgId}/project/{projectId}';
const PLACE = new Set(['OrgId', 'ProjectId', 'TaskId']);

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
  const paths: Record<string, Json> = {};
  for (const placed of operationsOf(api, Object.keys(OPERATIONS))) {
    const path = placed.path.replace(PROJECT, '').replace('{taskId}', task.taskId);
    const shared = sharedParameters(api, placed.path);
    paths[path] ??= shared.length > 0 ? { parameters: shared } : {};
    paths[path][placed.method] = toOperation(api, placed.operation, request, examplesOf);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: task.taskName,
      version: targetOf(task),
      description: introduction(task),
      ...INFO,
    },
    servers: [
      {
        url: `${task.baseUrl}/org/${task.orgId}/project/${task.projectId}`,
        description: 'The project of the task',
      },
    ],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    components: components(api, task, paths),
  };
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

function toOperation(
  api: ApiContract,
  operation: Json & { operationId: string; responses: Record<string, Json> },
  request: object,
  examplesOf: (operationId: string, status: string) => MediaExamples,
): Json {
  const { 'x-permission': _permission, security: _security, responses, ...rest } = operation;
  const body = operation.requestBody as { content: Record<string, Json> } | undefined;
  return {
    ...rest,
    tags: [OPERATIONS[operation.operationId]],
    ...(body && {
      requestBody: {
        ...body,
        content: {
          'application/json': {
            ...body.content['application/json'],
            examples: request,
          },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        toResponse(api, Number(status), response, {
          examples: examplesOf(operation.operationId, status),
          codes: RUN_PROBLEMS,
          operationIds: Object.keys(OPERATIONS),
        }),
      ]),
    ),
  };
}

/** Path parameters that remain once the task is known. */
function sharedParameters(api: ApiContract, path: string): Json[] {
  const { parameters = [] } = api.paths[path] as { parameters?: Json[] };
  return parameters.filter(({ $ref }) => !PLACE.has(nameIn($ref, 'parameters') ?? ''));
}

function components(api: ApiContract, task: TaskContract, paths: object): Json {
  const { schemas, parameters, headers } = api.components;
  const own: Record<string, Json> = {
    Inputs: { ...acceptedInputsOf(task), description: 'The inputs of the task.' },
    Output: { ...outputOf(task), description: 'The output of the task.' },
    RunCreate: withInputs(schemas.RunCreate as Json),
    RunResult: {
      description: 'The output of the task; null until there is one.',
      oneOf: [ref('Output'), { type: 'null' }],
    },
  };
  const replaced = { ...schemas, ...own };
  const names = reachable([paths, pick(parameters, paths, 'parameters')], replaced);
  return {
    securitySchemes: SECURITY,
    schemas: Object.fromEntries(
      [...names].map((name) => [name, own[name] ?? withoutExamples(schemas[name] as Json)]),
    ),
    parameters: pick(parameters, paths, 'parameters'),
    headers: pick(headers, paths, 'headers'),
  };
}

function withInputs({ examples: _, ...schema }: Json): Json {
  return { ...schema, properties: { ...(schema.properties as Json), inputs: ref('Inputs') } };
}
