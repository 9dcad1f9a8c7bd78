import { mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UPLOAD_PROBLEMS, type UploadTarget, uploadedFile, uploadLimit } from '#domain/upload.ts';
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

/**
 * Reads a form with one file.
 * @throws ProblemError 400 for any other form, 413 for a file that is too large, 415 for anything else
 */
export async function readUpload(
  request: FastifyRequest,
  target: UploadTarget,
): Promise<Record<string, Blob>> {
  const { file: field } = target;
  // Reads one byte more than allowed, to notice files that are too large.
  const fileSize = uploadLimit(target.id).bytes + 1;
  const options = { limits: { fileSize, files: 1, fields: 0 }, throwFileSizeLimit: false };
  const fail = (error: Error & { code?: string }): never => {
    if (error.code === 'FST_FIELDS_LIMIT' || error.code === 'FST_FILES_LIMIT')
      throw UPLOAD_PROBLEMS.surplus(field);
    // The form's parser has no codes for what it cannot read.
    if (error.code === undefined) throw UPLOAD_PROBLEMS.malformed();
    throw error;
  };
  const parts = request.parts(options);
  const { value: part } = await parts.next().catch(fail);
  if (part?.type !== 'file') throw UPLOAD_PROBLEMS.missing(field);
  const bytes = await part.toBuffer().catch(fail);
  // Surplus parts are told after the file, even those before it if they arrived together.
  await parts.next().catch(fail);
  // A file may have no name, whatever the type says.
  const name = part.filename ?? '';
  const file = new File([bytes as Buffer<ArrayBuffer>], name, { type: part.mimetype });
  return uploadedFile(target, part.fieldname, file);
}
