import type { FastifyReply } from 'fastify';
import type { Exchange } from './exchange.ts';

/** What to answer: JSON to a program, a redirect to a browser that navigates. */
export interface Outcome {
  status: number;
  body?: unknown;
  /** Where a navigating browser goes; without it, it gets the body as well. */
  redirect?: string;
  /** For redirects that a program follows too (answers then in the target's name). */
  always?: boolean;
  headers?: Record<string, string>;
}

/** Sends the outcome, with the cookies that the exchange set. */
export function send(reply: FastifyReply, exchange: Exchange, outcome: Outcome): FastifyReply {
  for (const cookie of exchange.setCookies.values()) reply.header('set-cookie', cookie);
  reply.headers(outcome.headers ?? {});
  if (outcome.redirect && (outcome.always || !exchange.json)) {
    return reply.code(303).header('location', outcome.redirect).send();
  }
  return reply.code(outcome.status).send(outcome.body);
}
