import { AVATAR_MAX_BYTES, AVATAR_MAX_MB } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { invalidField, ProblemError } from './problem.ts';

/** No operation takes a larger file. */
export const UPLOAD_MAX_BYTES = AVATAR_MAX_BYTES;

/** What can be wrong with a form that uploads a file, for both binders. */
export const UPLOAD_PROBLEMS = {
  malformed: () => invalidField('', 'The form is incomplete or malformed'),
  surplus: (field: string) => invalidField('', `The form must contain only the field \`${field}\``),
  missing: (field: string) => invalidField(`/${field}`, 'Is required'),
} satisfies Record<string, (name: string) => ProblemError>;

/**
 * The file of an operation, from the part of the form that contains it.
 * @param field the file's field in the contract
 * @param name the name of the part in the form
 * @throws ProblemError 413 if it is too large, whatever its name; 400 for another field
 */
export function uploadedFile(field: string, name: string, file: Blob): Record<string, Blob> {
  if (file.size > UPLOAD_MAX_BYTES) {
    const message = MESSAGES.image.tooLarge(AVATAR_MAX_MB);
    const errors = [{ pointer: `/${field}`, message }];
    throw new ProblemError('payload_too_large', message, { errors });
  }
  if (name !== field) throw invalidField(`/${name}`, 'Unknown field');
  return { [field]: file };
}
