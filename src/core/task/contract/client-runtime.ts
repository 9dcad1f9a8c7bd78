import type * as z from 'zod';
import type { Problem, Run, RunEvent, RunInputs, RunResult } from '#generated/model/index.ts';
import {
  CallError,
  type CallFailure,
  type CommonCode,
  type ConnectionOptions,
  createCaller,
  newKey,
} from './request-runtime.ts';
import { followStream } from './stream-runtime.ts';

/**
 * The part of a task's client that is the same for all tasks. `taskClient` replaces everything above the next line with
 * the task's own types, generated from its contract; the rest is copied unchanged.
 */
type Inputs = RunInputs;
type Output = NonNullable<RunResult>;
// ---- the client ----

/** How to reach the task. */
export interface ClientOptions extends ConnectionOptions {
  /** An API key of the project (`tlk_…`). Anyone who has it can run the project's tasks, so keep it on your server. */
  apiKey: string;
  /** The revision to call, by default the one of this file; `active` always calls the active revision. */
  revision?: string | undefined;
  /** Calls the task's mock: the same validation and schemas, but free, deterministic and without a model. */
  mock?: boolean | undefined;
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
export type ErrorCode = CommonCode | 'invalid_inputs' | 'run_cancelled';

/** Thrown by every failed call. Branch on `code`; the message is for people. */
export class TaskError extends CallError<ErrorCode> {
  override readonly name = 'TaskError';
  /** The failed run, if one had started. */
  readonly runId: string | undefined;

  constructor(code: ErrorCode, message: string, more: CallFailure = {}) {
    super(code, message, more);
    this.runId = more.runId;
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
  const { revision = task.revision, mock = false } = options;
  const caller = createCaller<ErrorCode>(options, task.problem, TaskError);
  const { maxRetries, send } = caller;
  const project = `${(options.baseUrl ?? task.baseUrl).replace(/\/+$/, '')}${task.projectPath}`;
  const callUrl = `${project}/task/${task.taskId}/${mock ? 'mock' : 'run'}`;
  const runUrl = (id: string) => `${project}/run/${encodeURIComponent(id)}`;

  function call(
    inputs: Inputs,
    options: CallOptions,
    { url = callUrl, headers = {} }: { url?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const checked = caller.parse(task.inputs, inputs, 'invalid_inputs', '/inputs');
    const body = JSON.stringify({ inputs: checked, revision });
    return send('POST', url, options, { body, headers, isKeyed: true });
  }

  async function* events(
    open: (runId: string | undefined, headers: Record<string, string>) => Promise<Response>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RunEvent, void, undefined> {
    let runId: string | undefined;
    const followed = followStream({
      open: (headers) => open(runId, headers),
      read: (data) => caller.parseEvent(task.event, data),
      firstType: 'run.started',
      maxRetries,
      signal,
    });
    for await (const event of followed) {
      if (event.type === 'run.started') runId = event.run.id;
      yield event;
      if (isTerminal(event)) return;
    }
    const text = 'The connection was lost repeatedly before the run ended.';
    throw new TaskError('connection_lost', text, { runId });
  }

  function follow(runId: string, { signal }: CallOptions = {}) {
    const url = `${runUrl(runId)}/stream`;
    return events((_, headers) => send('GET', url, { signal }, { headers }), signal);
  }

  return {
    async run(inputs, options = {}) {
      return finished(await caller.read(task.run, await call(inputs, options)));
    },
    async *stream(inputs, options = {}) {
      // Keep the key if the connection is lost before the run is known, so that it starts only once.
      const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? newKey() };
      yield* events(
        (runId, headers) =>
          runId === undefined || mock
            ? call(inputs, keyed, { url: `${callUrl}/stream`, headers })
            : send('GET', `${runUrl(runId)}/stream`, options, { headers }),
        options.signal,
      );
    },
    async runInBackground(inputs, options = {}) {
      const headers = { Prefer: 'respond-async' };
      return caller.read(task.run, await call(inputs, options, { headers }));
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
      return caller.read(task.run, await send('GET', runUrl(runId), options));
    },
    async cancelRun(runId, options = {}) {
      return caller.read(task.run, await send('POST', `${runUrl(runId)}/cancel`, options));
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
