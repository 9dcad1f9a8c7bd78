import { ProblemError } from '#domain/problem.ts';
import { UPLOAD_PROBLEMS, type UploadTarget, uploadedFile } from '#domain/upload.ts';

/**
 * Reads a form with one file.
 * @throws ProblemError 400 for any other form, 413 for a file that is too large, 415 for any other content type
 */
export async function readUpload(
  request: Request,
  target: UploadTarget,
): Promise<Record<string, Blob>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw new ProblemError('unsupported_media_type', 'Send multipart/form-data.');
  }
  const form = await request.formData().catch(() => {
    throw UPLOAD_PROBLEMS.malformed();
  });
  const files = [...form].map(([name, value]) => {
    if (!(value instanceof Blob)) throw UPLOAD_PROBLEMS.surplus(target.file);
    return uploadedFile(target, name, value);
  });
  const [file, ...others] = files;
  if (!file) throw UPLOAD_PROBLEMS.missing(target.file);
  if (others.length > 0) throw UPLOAD_PROBLEMS.surplus(target.file);
  return file;
}
