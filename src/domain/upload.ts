import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENT_MAX_MB,
  AVATAR_MAX_BYTES,
  AVATAR_MAX_MB,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_MB,
  UPLOAD_PART_BYTES,
  UPLOAD_PART_MB,
} from '#core/limits.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import type { OperationId } from '#generated/operations/index.ts';
import { invalidField, ProblemError } from './problem.ts';

interface UploadLimit {
  bytes: number;
  message: string;
}

const PART = { bytes: UPLOAD_PART_BYTES, message: VALIDATION.fileTooLarge(UPLOAD_PART_MB) };

/** The maximum file size of each upload operation. */
const LIMITS: Readonly<Partial<Record<OperationId, UploadLimit>>> = {
  replaceUserAvatar: { bytes: AVATAR_MAX_BYTES, message: MESSAGES.image.tooLarge(AVATAR_MAX_MB) },
  uploadDocument: PART,
  uploadPart: PART,
  uploadArticleImage: { bytes: IMAGE_MAX_BYTES, message: MESSAGES.image.tooLarge(IMAGE_MAX_MB) },
  uploadChatAttachment: {
    bytes: ATTACHMENT_MAX_BYTES,
    message: VALIDATION.fileTooLarge(ATTACHMENT_MAX_MB),
  },
};

/** The maximum file size of an operation, with the message for larger ones. */
export function uploadLimit(operation: OperationId): UploadLimit {
  const limit = LIMITS[operation];
  if (!limit) throw new TypeError(`${operation} has no limit for its file`);
  return limit;
}

/** What can be wrong with a form that uploads a file, for both binders. */
export const UPLOAD_PROBLEMS = {
  malformed: () => invalidField('', 'The form is incomplete or malformed'),
  surplus: (field: string) => invalidField('', `The form must contain only the field \`${field}\``),
  missing: (field: string) => invalidField(`/${field}`, 'Is required'),
} satisfies Record<string, (name: string) => ProblemError>;

/** The upload operation, and the file's field in the contract. */
export interface UploadTarget {
  id: OperationId;
  file: string;
}

/**
 * The file of an operation, from the part of the form that contains it.
 * @param name the name of the part in the form
 * @throws ProblemError 413 if it is too large, whatever its name; 400 for another field
 */
export function uploadedFile(
  { id, file: field }: UploadTarget,
  name: string,
  file: Blob,
): Record<string, Blob> {
  const { bytes, message } = uploadLimit(id);
  if (file.size > bytes) {
    const errors = [{ pointer: `/${field}`, message }];
    throw new ProblemError('payload_too_large', message, { errors });
  }
  if (name !== field) throw invalidField(`/${name}`, 'Unknown field');
  return { [field]: file };
}
