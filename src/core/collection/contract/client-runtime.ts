import type * as z from 'zod';
import {
  CallError,
  type CommonCode,
  type ConnectionOptions,
  createCaller,
} from '#core/task/contract/request-runtime.ts';
import type { Problem, SearchRequest, SearchResponse } from '#generated/model/index.ts';

/**
 * The part of a collection's client that is the same for all collections. `collectionClient` replaces everything above
 * the next line with the collection's own types, generated from its contract; the rest is copied unchanged.
 */
// ---- the client ----

/** How to reach the collection. */
export interface ClientOptions extends ConnectionOptions {
  /** An API key of the project (`tlk_…`). Anyone who has it can search its collections, so keep it on your server. */
  apiKey: string;
}

/** A collection that can be searched. */
export interface Client {
  /** Returns the passages that match best, best first. */
  search(request: SearchRequest, options?: { signal?: AbortSignal }): Promise<SearchResponse>;
}

/** Why a search failed: a code of the API, or one of the client's own. */
export type ErrorCode = CommonCode;

/** Thrown by every failed search. Branch on `code`; the message is for people. */
export class SearchError extends CallError<ErrorCode> {
  override readonly name = 'SearchError';
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
  const { send, parse, read } = createCaller<ErrorCode>(options, collection.problem, SearchError);
  const base = (options.baseUrl ?? collection.baseUrl).replace(/\/+$/, '');
  return {
    async search(request, options = {}) {
      const body = JSON.stringify(parse(collection.request, request, 'invalid_request'));
      const response = await send('POST', base + collection.searchPath, options, { body });
      return read(collection.response, response);
    },
  };
}
