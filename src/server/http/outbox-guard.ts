import type { FastifyRequest } from 'fastify';
import { notFound } from '#domain/problem.ts';
import { isLoopback } from '../platform/mail/create-mailer.ts';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'];

/**
 * Protects the outbox, because its codes give access to accounts. Besides being served only on this machine, it rejects
 * requests through a proxy or with a foreign host name that was made to point here.
 */
export function createOutboxGuard(publicUrl: string) {
  const own = new URL(publicUrl).hostname;
  return async ({ headers, hostname }: FastifyRequest): Promise<void> => {
    const isOurs = isLoopback(hostname) || hostname === own;
    if (!isOurs || FORWARDED.some((name) => headers[name] !== undefined)) throw notFound();
  };
}
