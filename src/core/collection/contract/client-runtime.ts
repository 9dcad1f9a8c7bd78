import type * as z from 'zod';
import {
  isRetried,
  pause,
  readProblem,
  toFieldErrors,
} from '#core/task/contract/request-runtime.ts';
import type {
  FieldError,
  Problem,
  ProblemCode,
  SearchRequest,
  SearchResponse,
} from '#generated/model/index.ts';

/**
 * The part of a collection's client that is the same for all collections. `collectionClient` replaces everything above
 * the next line with the collection's own types, generated from its contract; the rest is copied unchanged.
 */
// ---- the client ----

/** How to reach the collection. */
export interface ClientOptions {
  /** An API key of the project (`tlk_…`). Anyone who has it can search its collections, so keep it on your server. */
  apiKey: string;
  /** The base URL of the API; by default the one from which this file was downloaded. */
  baseUrl?: string | undefined;
  /** How often to retry a search when the server is overloaded, failing or unreachable; 2 by default. */
  maxRetries?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** A collection that can be searched. */
export interface Client {
  /** Returns the passages that match best, best first. */
  search(request: SearchRequest, options?: { signal?: AbortSignal }): Promise<SearchResponse>;
}

/** Why a search failed: a code of the API, or one of the client's own. */
export type ErrorCode = ProblemCode | 'connection_lost' | 'unexpected_response';

/** Thrown by every failed search. Branch on `code`; the message is for people. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  readonly code: ErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** What is wrong with the request, each with a JSON pointer. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Include it when contacting support. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, more: Partial<Omit<SearchError, 'code'>> = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.status = more.status;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
    this.requestId = more.requestId;
  }
}

/** What a client needs to know about its collection. */
interface CollectionShape {
  baseUrl: string;
  searchPath: string;
  request: z.ZodType<SearchRequest>;
  response: z.ZodType<SearchResponse>;
  problem: z.ZodType<Problem>;
}

/** Exported for tests; `createClient` calls it with the collection of this file. */
export function createSearchClient(collection: CollectionShape, options: ClientOptions): Client {
  const { apiKey, maxRetries = 2 } = options;
  const doFetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  const base = (options.baseUrl ?? collection.baseUrl).replace(/\/+$/, '');
  const url = base + collection.searchPath;

  async function once(init: RequestInit): Promise<Response | SearchError> {
    let response: Response;
    try {
      response = await doFetch(url, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      return new SearchError('connection_lost', `Could not reach ${url}.`, { cause });
    }
    if (response.ok) return response;
    const { problem, text, status, retryAfter } = await readProblem(response, collection.problem);
    return new SearchError(problem?.code ?? 'unexpected_response', text, {
      status,
      retryAfter,
      errors: problem?.errors ?? [],
      requestId: problem?.request_id,
    });
  }

  return {
    async search(request, { signal } = {}) {
      const asked = parse(collection.request, request, 'invalid_request');
      const init: RequestInit = {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(asked),
        ...(signal && { signal }),
      };
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await once(init);
        if (!(outcome instanceof SearchError))
          return parse(
            collection.response,
            await outcome.json().catch(() => undefined),
            'unexpected_response',
          );
        const isPassing = outcome.code === 'connection_lost' || isRetried(outcome.status);
        if (attempt >= maxRetries || !isPassing) throw outcome;
        await pause(outcome.retryAfter, attempt, signal);
      }
    },
  };
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  code: 'invalid_request' | 'unexpected_response',
): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const errors = toFieldErrors(checked.error, '');
  const text = errors.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
  throw new SearchError(code, text, { errors });
}
