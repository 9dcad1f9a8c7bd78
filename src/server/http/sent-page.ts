import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Compression by encoding. Brotli level 5, because the highest level would block the process for a second on a long page. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => gzipSync(text),
};

/** A text that is the same for everyone. It is compressed once, on the first request, and clients can cache it by ETag. */
export interface SentPage {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** @param type the content type; defaults to HTML */
export function createSentPage(text: string, type = 'text/html; charset=utf-8'): SentPage {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const bodies = new Map<string, Buffer>();
  return {
    send(request, reply) {
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type(type);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const encoding = Object.keys(ENCODINGS).find((name) => accepted.includes(name));
      const compress = encoding && ENCODINGS[encoding];
      if (!compress) return reply.code(200).send(text);
      const body = bodies.get(encoding) ?? compress(text);
      bodies.set(encoding, body);
      return reply.code(200).header('content-encoding', encoding).send(body);
    },
  };
}
