import type { FastifyReply } from 'fastify';
import type { Outcome } from '#domain/identity/http/exchange.ts';
import type { HttpExchange } from './exchange.ts';

/** Sends the response, with the cookies that the exchange set. */
export function send(reply: FastifyReply, exchange: HttpExchange, outcome: Outcome): FastifyReply {
  for (const cookie of exchange.setCookies.values()) reply.header('set-cookie', cookie);
  reply.headers(outcome.headers ?? {});
  if (outcome.redirect && (outcome.always || !exchange.json)) {
    return reply.code(303).header('location', outcome.redirect).send();
  }
  return reply.code(outcome.status).send(outcome.body);
}
