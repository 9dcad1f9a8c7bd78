import { imageSize } from '#core/image/image-size.ts';
import { AVATAR_MAX_PIXELS } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type { FilePort } from '../ports.ts';
import { ProblemError } from '../problem.ts';
import { isWholeImage } from './image.ts';

/** By media type. Never SVG: it can carry scripts. */
const IMAGES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/**
 * Stores an uploaded image.
 * @param mediaType detected from its contents
 * @returns its file name, which can't be guessed: anyone who has its URL can see the image
 * @throws ProblemError 400, 415 with the specified messages
 */
export async function storeImage(
  files: FilePort,
  folder: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<string> {
  const type = IMAGES[mediaType];
  if (type === undefined) throw imageProblem('unsupported_image', MESSAGES.image.unsupported);
  const size = imageSize(bytes);
  const isTooLarge = !size || size.width * size.height > AVATAR_MAX_PIXELS;
  if (isTooLarge || !isWholeImage(type, bytes))
    throw imageProblem('image_unreadable', MESSAGES.image.unreadable);
  const name = `${crypto.randomUUID()}.${type}`;
  await files.put(folder, name, bytes);
  return name;
}

function imageProblem(code: 'unsupported_image' | 'image_unreadable', message: string) {
  return new ProblemError(code, message, { errors: [{ pointer: '/file', message }] });
}
