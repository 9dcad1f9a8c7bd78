import type * as z from 'zod';
import type { FieldError, Problem, ProblemCode } from '#generated/model/index.ts';

/** The runtime shared by the clients of tasks, collections and chats. It is copied to the end of each, before its own. */
// ---- the client ----

/** How to reach the API. */
export interface ConnectionOptions {
  /** The base URL of the API; by default the one from which this file was downloaded. */
  baseUrl?: string | undefined;
  /** How often to retry a call when the server is overloaded, failing or unreachable; 2 by default. */
  maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** Why a call failed: a code of the API, or one of the client's own. */
export type CommonCode = ProblemCode | 'connection_lost' | 'unexpected_response';

export interface CallFailure {
  status?: number | undefined;
  errors?: readonly FieldError[] | undefined;
  runId?: string | undefined;
  retryAfter?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

export class CallError<Code extends string> extends Error {
  readonly code: Code;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** What is wrong with the request, each with a JSON pointer. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Include it when contacting support. */
  readonly requestId: string | undefined;

  constructor(code: Code, message: string, more: CallFailure = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
    this.requestId = more.requestId;
  }
}

type ErrorClass<Code extends string> = new (
  code: Code | CommonCode,
  message: string,
  more?: CallFailure,
) => CallError<Code | CommonCode> & { readonly runId?: string | undefined };

interface Sent {
  body?: string;
  headers?: Record<string, string>;
  /** Whether the server serves repeated requests with the same key once. */
  isKeyed?: boolean;
}

/** Sends requests and checks what comes back. Every failure is thrown as an `ErrorType`. */
export function createCaller<Code extends string>(
  { apiKey, maxRetries = 2, fetch: given }: ConnectionOptions & { apiKey: string },
  problemType: z.ZodType<Problem>,
  ErrorType: ErrorClass<Code>,
) {
  const doFetch = given ?? globalThis.fetch.bind(globalThis);

  /** Sends a request until there is a response, or a retry would be pointless. */
  async function send(
    method: string,
    url: string,
    options: { signal?: AbortSignal | undefined; idempotencyKey?: string | undefined },
    { body, headers, isKeyed = false }: Sent = {},
  ): Promise<Response> {
    const { signal, idempotencyKey } = options;
    let key = idempotencyKey ?? newKey();
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await once(url, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(isKeyed && { 'Idempotency-Key': key }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      });
      // Not `instanceof Response`: the caller's `fetch` may have a class of its own.
      if (!('code' in outcome)) return outcome;
      const isPassing = outcome.code === 'connection_lost' || RETRIED.includes(outcome.status ?? 0);
      // A failed run stays failed under its key. A retry is a new run with a new key, so there is none if the caller
      // chose the key.
      const isSpent = outcome.runId !== undefined;
      if (attempt >= maxRetries || !isPassing || (isSpent && idempotencyKey !== undefined))
        throw outcome;
      if (isSpent) key = newKey();
      await pause(outcome.retryAfter, attempt, signal);
    }
  }

  async function once(url: string, init: RequestInit) {
    let response: Response;
    try {
      response = await doFetch(url, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      return new ErrorType('connection_lost', `Could not reach ${url}.`, { cause });
    }
    if (response.ok) return response;
    const { status, headers } = response;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
    const { data: problem } = problemType.safeParse(await response.json().catch(() => undefined));
    if (!problem) {
      const text = `The server responded with ${status}, but the response isn't from this API.`;
      return new ErrorType('unexpected_response', text, { status, retryAfter });
    }
    const { code, title, detail = title, errors, run_id: runId, request_id: requestId } = problem;
    return new ErrorType(code, detail, { status, retryAfter, errors, runId, requestId });
  }

  /** @param at the pointer of the value in the request */
  function parse<T>(
    schema: z.ZodType<T>,
    value: unknown,
    code: Code | CommonCode = 'unexpected_response',
    at = '',
  ): T {
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    const errors = checked.error.issues.map(({ path, message }) => ({
      pointer: at + path.map((part) => `/${escaped(String(part))}`).join(''),
      message,
    }));
    const text = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
    const isOwn = code !== 'unexpected_response';
    throw new ErrorType(code, isOwn ? text : `The response does not match this client: ${text}`, {
      errors,
    });
  }

  /** Parses an event; undefined for a type newer than this client. */
  function parseEvent<T>(schema: z.ZodType<T>, data: string): T | undefined {
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      throw new ErrorType('unexpected_response', 'The stream contains invalid JSON.');
    }
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    const isUnknownKind = checked.error.issues.some(
      ({ code, path }) => code === 'invalid_union' && path.length < 2,
    );
    return isUnknownKind ? undefined : parse(schema, value);
  }

  return {
    maxRetries,
    send,
    parse,
    parseEvent,
    read: async <T>(schema: z.ZodType<T>, response: Response): Promise<T> =>
      parse(schema, await response.json().catch(() => undefined)),
  };
}

const RETRIED = [408, 429, 500, 502, 503, 504];
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

function escaped(part: string): string {
  return part.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** Waits for as long as the server asks; otherwise twice as long each time, with some jitter. */
export async function pause(
  seconds: number | undefined,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const own = FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  const ms = Math.min(seconds === undefined ? own : seconds * 1000, LONGEST_PAUSE_MS);
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}

/** A random key, so that a repeated request is served once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
