import type { FastifyRequest } from 'fastify';
import { notFound } from '#domain/problem.ts';
import { isLoopback } from '../platform/mail/create-mailer.ts';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];

/**
 * Protects pages for whoever runs the server: emails with codes that give access to accounts, and metrics. Unless a
 * setting makes them public, they exist only on this machine. A request through a proxy comes from elsewhere, so they
 * don't exist on a server with a public address, nor under a foreign host name that was made to point here.
 */
export function createLocalGuard(publicUrl: string, isPublic: boolean) {
  const isLocalServer = isLoopback(new URL(publicUrl).hostname);
  return async ({ headers, hostname, socket }: FastifyRequest): Promise<void> => {
    if (isPublic) return;
    const isNear = isLocalServer && isLoopback(hostname) && isLoopback(socket.remoteAddress ?? '');
    if (!isNear || FORWARDED.some((name) => headers[name] !== undefined)) throw notFound();
  };
}
