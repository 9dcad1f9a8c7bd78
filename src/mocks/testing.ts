import { getResponse } from 'msw';
import { mockHandlers } from './bind.ts';
import { activeSession, tokenize } from './identity/tokens.ts';
import type { MockOptions, Persona } from './scenarios.ts';
import { personaSession, seedWorld } from './seed/world.ts';
import { createStore, type Store } from './store.ts';

/** The mocks without a network, for tests. */
export interface Bench {
  store: Store;
  /** Sends one request; `body` is sent as JSON. The path is relative to the origin, e.g. `/api/v1/user`. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
}

export interface SendOptions {
  as?: Persona;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The origin that a bench sends its requests to. */
export const ORIGIN = 'http://localhost:3000';

/** A new world, and a way to call it. */
export function createBench(options: MockOptions = {}, store?: Store): Bench {
  const own = store ?? createStore(seedWorld(options), options.tokenMs ?? 0);
  const { requests: handlers } = mockHandlers(own);
  return {
    store: own,
    async send(method, path, { as, body, headers = {} } = {}) {
      const token = as && tokenOf(own, as);
      const isForm = body instanceof FormData;
      const request = new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const response = await getResponse(handlers, request);
      if (!response) throw new Error(`No mock handles ${method} ${path}`);
      return response;
    },
  };
}

/** A token for calling the API as a persona; undefined if signed out. */
export function tokenOf(store: Store, persona: Persona): string | undefined {
  const session = activeSession(store, personaSession(store.data, persona));
  return session && tokenize(session);
}
