import { mkdirSync } from 'node:fs';
import type { MultipartFile } from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UPLOAD_MAX_BYTES, UPLOAD_PROBLEMS, uploadedFile } from '#domain/upload.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { requirePlainPath } from './plain-path.ts';

/** Serves profile pictures at /files. A file's name is its hash, so its content never changes. */
export async function serveFiles(app: FastifyInstance, files: FileStore): Promise<void> {
  mkdirSync(files.root, { recursive: true, mode: 0o700 });
  await app.register(async (scope) => {
    scope.addHook('onRequest', requirePlainPath);
    await scope.register(fastifyStatic, {
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
  });
}

/** The size of the largest upload and one more byte, which shows that a file is too large. */
const READ_MAX = UPLOAD_MAX_BYTES + 1;
const OPTIONS = {
  limits: { fileSize: READ_MAX, files: 1, fields: 0 },
  throwFileSizeLimit: false,
};

/**
 * Reads a form with one file.
 * @param field the file's field in the contract
 * @throws ProblemError 400 for any other form, 413 for a file that is too large, 415 for anything else
 */
export async function readUpload(
  request: FastifyRequest,
  field: string,
): Promise<Record<string, Blob>> {
  const fail = (error: Error & { code?: string }): never => {
    if (error.code === 'FST_FIELDS_LIMIT') throw UPLOAD_PROBLEMS.surplus(field);
    // The form's parser has no codes for what it cannot read.
    if (error.code === undefined) throw UPLOAD_PROBLEMS.malformed();
    throw error;
  };
  const part: MultipartFile | undefined = await request.file(OPTIONS).catch(fail);
  if (!part) throw UPLOAD_PROBLEMS.missing(field);
  const bytes = await part.toBuffer().catch(fail);
  return uploadedFile(field, part.fieldname, new Blob([new Uint8Array(bytes)]));
}
