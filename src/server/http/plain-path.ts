import type { FastifyRequest } from 'fastify';
import { notFound } from '#domain/problem.ts';

const PLAIN = /^(\/[\w-][\w.-]{0,119}){1,6}$/;

/**
 * Rejects paths that no file of ours has, before the file system is asked about them: encoded characters, empty or very
 * long parts, hidden files. Use it as `onRequest` hook around static files.
 * @throws ProblemError 404
 */
export async function requirePlainPath({ url }: FastifyRequest): Promise<void> {
  if (!PLAIN.test(url.split('?')[0] ?? '')) throw notFound();
}
