import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../platform/files/file-store.ts';

/** Serves profile pictures at /files. A file's name is its hash, so its content never changes. */
export async function serveFiles(app: FastifyInstance, files: FileStore): Promise<void> {
  mkdirSync(files.root, { recursive: true });
  await app.register(fastifyStatic, {
    root: files.root,
    prefix: '/files/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    setHeaders(reply) {
      // Whatever was uploaded can neither run scripts nor be embedded as a page.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      reply.header('cross-origin-resource-policy', 'same-site');
    },
  });
}
