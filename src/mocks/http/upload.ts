import { ProblemError } from '#domain/problem.ts';
import { UPLOAD_PROBLEMS, uploadedFile } from '#domain/upload.ts';

/**
 * Reads a form with one file.
 * @param field the file's field in the contract
 * @throws ProblemError 400 for any other form, 413 for a file that is too large, 415 for any other content type
 */
export async function readUpload(request: Request, field: string): Promise<Record<string, Blob>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw new ProblemError('unsupported_media_type', 'Send multipart/form-data.');
  }
  const form = await request.formData().catch(() => {
    throw UPLOAD_PROBLEMS.malformed();
  });
  const files = [...form].map(([name, value]) => {
    if (!(value instanceof Blob)) throw UPLOAD_PROBLEMS.surplus(field);
    return uploadedFile(field, name, value);
  });
  const [file] = files;
  if (!file) throw UPLOAD_PROBLEMS.missing(field);
  return file;
}
