import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A text that is sent as it is to everybody: compressed once, and not again to who has it. */
export interface SentPage {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** @param type the content type, a page's when absent */
export function createSentPage(text: string, type = 'text/html; charset=utf-8'): SentPage {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const bodies: Record<string, Buffer> = {
    br: brotliCompressSync(text),
    gzip: gzipSync(text),
    identity: Buffer.from(text),
  };
  return {
    send(request, reply) {
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type(type);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const encoding = ['br', 'gzip'].find((name) => accepted.includes(name)) ?? 'identity';
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.code(200).send(bodies[encoding]);
    },
  };
}
