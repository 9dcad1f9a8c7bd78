import type { FastifyRequest } from 'fastify';
import { notFound } from '#domain/problem.ts';
import { isLoopback } from '../platform/mail/create-mailer.ts';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'];

/**
 * The outbox holds codes that open accounts. Besides being served on this machine only, it is shown to
 * nobody who comes through a proxy, nor under a foreign name that was made to point here.
 */
export function createOutboxGuard(publicUrl: string) {
  const own = new URL(publicUrl).hostname;
  return async ({ headers, hostname }: FastifyRequest): Promise<void> => {
    const isOurs = isLoopback(hostname) || hostname === own;
    if (!isOurs || FORWARDED.some((name) => headers[name] !== undefined)) throw notFound();
  };
}
