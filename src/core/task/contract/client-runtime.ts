import type * as z from 'zod';
import type {
  FieldError,
  Problem,
  ProblemCode,
  Run,
  RunEvent,
  RunInputs,
  RunResult,
} from '#generated/model/index.ts';
import { isRetried, pause, readProblem, toFieldErrors } from './request-runtime.ts';
import { newKey, readEvents, resumeHeaders } from './stream-runtime.ts';

/**
 * The part of a task's client that is the same for all tasks. `taskClient` replaces everything above the next line with
 * the task's own types, generated from its contract; the rest is copied unchanged.
 */
type Inputs = RunInputs;
type Output = NonNullable<RunResult>;
// ---- the client ----

/** How to reach the task. */
export interface ClientOptions {
  /** An API key of the project (`tlk_…`). Anyone who has it can run the project's tasks, so keep it on your server. */
  apiKey: string;
  /** The base URL of the API; by default the one from which this file was downloaded. */
  baseUrl?: string | undefined;
  /** The revision to call, by default the one of this file; `active` always calls the active revision. */
  revision?: string | undefined;
  /** Calls the task's mock: the same validation and schemas, but free, deterministic and without a model. */
  mock?: boolean | undefined;
  /** How often to retry a call when the server is overloaded, failing or unreachable; 2 by default. */
  maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Options for one call. */
export interface CallOptions {
  /** Stops waiting. An accepted run continues; `cancelRun` stops it. */
  signal?: AbortSignal | undefined;
  /** Calls with the same key run once. By default every call has its own key. */
  idempotencyKey?: string | undefined;
}

/** A run with its output. */
export type FinishedRun = Omit<Run, 'output'> & { output: Output };

/** A callable task. */
export interface Client {
  /** Runs the task and waits for its output. */
  run(inputs: Inputs, options?: CallOptions): Promise<FinishedRun>;
  /** Runs the task and yields its events as they arrive. The last one, and only that, is terminal. */
  stream(inputs: Inputs, options?: CallOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** Starts a run without waiting for it. */
  runInBackground(inputs: Inputs, options?: CallOptions): Promise<Run>;
  /** Waits for the output of a run, even one started by another process. */
  wait(run: Run | string, options?: CallOptions): Promise<FinishedRun>;
  /** The events of a run, from the beginning. */
  follow(runId: string, options?: CallOptions): AsyncGenerator<RunEvent, void, undefined>;
  /** The current state of a run. */
  getRun(runId: string, options?: CallOptions): Promise<Run>;
  /** Cancels a run. Usage up to that point is billed. */
  cancelRun(runId: string, options?: CallOptions): Promise<Run>;
}

/** Why a call failed: a code of the API, or one of the client's own. */
export type ErrorCode =
  | ProblemCode
  | 'invalid_inputs'
  | 'connection_lost'
  | 'unexpected_response'
  | 'run_cancelled';

/** Thrown by every failed call. Branch on `code`; the message is for people. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  readonly code: ErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** What is wrong with the inputs, each with a JSON pointer. */
  readonly errors: readonly FieldError[];
  /** The failed run, if one had started. */
  readonly runId: string | undefined;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Include it when contacting support. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, more: Partial<Omit<TaskError, 'code'>> = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.errors = more.errors ?? [];
    this.runId = more.runId;
    this.retryAfter = more.retryAfter;
    this.requestId = more.requestId;
  }
}

/** What a client needs to know about its task. */
interface TaskShape {
  baseUrl: string;
  projectPath: string;
  taskId: string;
  revision: string;
  inputs: z.ZodType<Inputs>;
  run: z.ZodType<Run>;
  event: z.ZodType<RunEvent>;
  problem: z.ZodType<Problem>;
}

/** Exported for tests; `createClient` calls it with the task of this file. */
export function createTaskClient(task: TaskShape, options: ClientOptions): Client {
  const { apiKey, revision = task.revision, mock = false, maxRetries = 2 } = options;
  const doFetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const project = `${(options.baseUrl ?? task.baseUrl).replace(/\/+$/, '')}${task.projectPath}`;
  const callUrl = `${project}/task/${task.taskId}/${mock ? 'mock' : 'run'}`;
  const runUrl = (id: string) => `${project}/run/${encodeURIComponent(id)}`;

  /** Sends a request until there is a response, or a retry would be pointless. */
  async function send(
    method: string,
    url: string,
    { signal, idempotencyKey }: CallOptions,
    more: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    let key = idempotencyKey ?? newKey();
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await once(url, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(more.body !== undefined && {
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          }),
          ...more.headers,
        },
        ...(more.body !== undefined && { body: more.body }),
        ...(signal && { signal }),
      });
      if (!(outcome instanceof TaskError)) return outcome;
      const isOver = attempt >= maxRetries || !isPassing(outcome);
      // A failed run stays failed under its key. A retry is a new run with a new key, so there is none if the caller
      // chose the key.
      const isSpent = outcome.runId !== undefined;
      if (isOver || (isSpent && idempotencyKey !== undefined)) throw outcome;
      if (isSpent) key = newKey();
      await pause(outcome.retryAfter, attempt, signal);
    }
  }

  async function once(url: string, init: RequestInit): Promise<Response | TaskError> {
    let response: Response;
    try {
      response = await doFetch(url, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      return new TaskError('connection_lost', `Could not reach ${url}.`, { cause });
    }
    return response.ok ? response : toError(response, task.problem);
  }

  async function readRun(response: Response): Promise<Run> {
    return parse(task.run, await response.json().catch(() => undefined));
  }

  function bodyOf(inputs: Inputs): string {
    const checked = task.inputs.safeParse(inputs);
    if (checked.success) return JSON.stringify({ inputs, revision });
    const errors = toFieldErrors(checked.error, '/inputs');
    const text = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
    throw new TaskError('invalid_inputs', text, { errors });
  }

  /** Follows a run through lost connections, resuming each time after the last event. */
  async function* events(
    open: (runId: string | undefined, lastEventId: string) => Promise<Response>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RunEvent, void, undefined> {
    let runId: string | undefined;
    let lastEventId = '';
    for (let attempt = 0; attempt <= maxRetries; attempt += 1) {
      if (attempt > 0) await pause(undefined, attempt - 1, signal);
      for await (const message of readEvents(await open(runId, lastEventId), signal)) {
        const event = parseEvent(task.event, message.data);
        if (event === undefined) continue;
        if (message.id !== '') lastEventId = message.id;
        // Every connection begins with this event.
        if (event.type === 'run.started') {
          if (runId !== undefined) continue;
          runId = event.run.id;
        } else attempt = 0;
        yield event;
        if (isTerminal(event)) return;
      }
    }
    const text = 'The connection was lost repeatedly before the run ended.';
    throw new TaskError('connection_lost', text, { runId });
  }

  function follow(runId: string, { signal }: CallOptions = {}) {
    return events(
      (_, lastEventId) =>
        send('GET', `${runUrl(runId)}/stream`, { signal }, { headers: resumeHeaders(lastEventId) }),
      signal,
    );
  }

  return {
    async run(inputs, options = {}) {
      const response = await send('POST', callUrl, options, { body: bodyOf(inputs) });
      return finished(await readRun(response));
    },
    async *stream(inputs, options = {}) {
      const body = bodyOf(inputs);
      // Keep the key if the connection is lost before the run is known, so that it starts only once.
      const call = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
      yield* events(
        (runId, lastEventId) =>
          runId === undefined || mock
            ? send('POST', `${callUrl}/stream`, call, { body, headers: resumeHeaders(lastEventId) })
            : send('GET', `${runUrl(runId)}/stream`, options, {
                headers: resumeHeaders(lastEventId),
              }),
        options.signal,
      );
    },
    async runInBackground(inputs, options = {}) {
      const headers = { Prefer: 'respond-async' };
      return readRun(await send('POST', callUrl, options, { body: bodyOf(inputs), headers }));
    },
    async wait(run, options = {}) {
      if (typeof run !== 'string' && run.ended_at !== null) return finished(run);
      for await (const event of follow(typeof run === 'string' ? run : run.id, options)) {
        if (isTerminal(event)) return finished(event.run);
      }
      throw new TaskError('unexpected_response', 'The stream ended without the result of the run.');
    },
    follow,
    async getRun(runId, options = {}) {
      return readRun(await send('GET', runUrl(runId), options));
    },
    async cancelRun(runId, options = {}) {
      return readRun(await send('POST', `${runUrl(runId)}/cancel`, options));
    },
  };
}

type TerminalEvent = Extract<RunEvent, { type: 'run.succeeded' | 'run.failed' | 'run.cancelled' }>;

/** Whether this is the last event. */
export function isTerminal(event: RunEvent): event is TerminalEvent {
  return /^run\.(succeeded|failed|cancelled)$/.test(event.type);
}

function finished(run: Run): FinishedRun {
  const { output, error, id: runId } = run;
  if (run.status === 'succeeded' && output !== null) return { ...run, output };
  if (run.status === 'cancelled')
    throw new TaskError('run_cancelled', 'The run was cancelled.', { runId });
  throw new TaskError(
    error?.code ?? 'unexpected_response',
    error?.message ?? 'The run has no output.',
    {
      runId,
      retryAfter: error?.retry_after,
    },
  );
}

function isPassing({ code, status }: TaskError): boolean {
  return code === 'connection_lost' || isRetried(status);
}

async function toError(response: Response, schema: z.ZodType<Problem>): Promise<TaskError> {
  const { problem, text, status, retryAfter } = await readProblem(response, schema);
  if (!problem) return new TaskError('unexpected_response', text, { status, retryAfter });
  const { code, errors, run_id: runId, request_id: requestId } = problem;
  return new TaskError(code, text, {
    status,
    retryAfter,
    errors: errors ?? [],
    runId,
    requestId,
  });
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = toFieldErrors(checked.error, '');
  const text = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  throw new TaskError('unexpected_response', `The response does not match this client: ${text}`, {
    errors,
  });
}

/** An event, or undefined for a type newer than this client. */
function parseEvent(schema: z.ZodType<RunEvent>, data: string): RunEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new TaskError('unexpected_response', 'The stream contains invalid JSON.');
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const isUnknownKind = checked.error.issues.some(
    ({ code, path }) => code === 'invalid_union' && path.length < 2,
  );
  return isUnknownKind ? undefined : parse(schema, value);
}
