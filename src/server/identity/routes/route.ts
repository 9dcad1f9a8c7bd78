import type { Exchange } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';

/** A route handler: turns an exchange into a response. */
export type Handle = (exchange: Exchange) => Promise<Outcome> | Outcome;

export type Method = 'GET' | 'POST' | 'DELETE';

/** Registers a route. With `json`, it always responds with JSON, whatever the Accept header says. */
export type Route = (
  method: Method,
  path: string,
  handle: Handle,
  options?: { json: boolean },
) => void;
