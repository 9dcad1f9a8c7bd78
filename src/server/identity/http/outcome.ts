import type { FastifyReply } from 'fastify';
import type { Exchange } from './exchange.ts';

/** The response: JSON for API clients, a redirect for a navigating browser. */
export interface Outcome {
  status: number;
  body?: unknown;
  /** Redirect target of a navigating browser. If missing, browsers get the body too. */
  redirect?: string;
  /** Status for redirects that API clients follow too, and then get the target's response. */
  always?: boolean;
  headers?: Record<string, string>;
}

/** Sends the response, with the cookies that the exchange set. */
export function send(reply: FastifyReply, exchange: Exchange, outcome: Outcome): FastifyReply {
  for (const cookie of exchange.setCookies.values()) reply.header('set-cookie', cookie);
  reply.headers(outcome.headers ?? {});
  if (outcome.redirect && (outcome.always || !exchange.json)) {
    return reply.code(303).header('location', outcome.redirect).send();
  }
  return reply.code(outcome.status).send(outcome.body);
}
