import { ProblemError } from '#domain/problem.ts';
import { UPLOAD_PROBLEMS } from '#domain/upload.ts';

/**
 * Reads a form with one file.
 * @param field the file's field in the contract
 * @throws ProblemError 400 for any other form, 415 for any other content type
 */
export async function readUpload(request: Request, field: string): Promise<Record<string, Blob>> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw new ProblemError('unsupported_media_type', 'Send multipart/form-data.');
  }
  const form = await request.formData().catch(() => {
    throw UPLOAD_PROBLEMS.malformed();
  });
  for (const [name, value] of form) {
    if (!(value instanceof Blob)) throw UPLOAD_PROBLEMS.surplus(field);
    if (name !== field) throw UPLOAD_PROBLEMS.unknown(name);
  }
  const file = form.get(field);
  if (!(file instanceof Blob)) throw UPLOAD_PROBLEMS.missing(field);
  return { [field]: file };
}
