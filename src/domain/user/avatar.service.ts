import { imageSize } from '#core/image/image-size.ts';
import { AVATAR_MAX_PIXELS } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { User } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import { isWholeImage } from './image.ts';
import { mustFindUser } from './recognise.ts';
import { AVATARS, toUser } from './user.service.ts';

/** Never SVG: it can carry scripts. */
const TYPES = ['png', 'jpg', 'webp', 'gif'];

/**
 * Profile pictures. Their type is recognised by their bytes, not by the file name; they are stored under their hash.
 */
export function createAvatarService({ stores, files }: Pick<Domain, 'stores' | 'files'>) {
  async function setAvatar(id: string, avatar: string | null): Promise<User> {
    const { before, row } = await stores.transaction(async ({ user }) => {
      const { avatar: before } = await mustFindUser(user.users.lock({ id }));
      const change = { avatar, updated_at: new Date().toISOString() };
      const [row] = await user.users.update({ id }, change);
      return { before, row: await mustFindUser(row) };
    });
    // Identical pictures share one file, so another user may still have it.
    const isUsed = before !== null && (await stores.user.users.find({ avatar: before }));
    if (before !== null && !isUsed) await files.remove(AVATARS, before);
    return toUser(row);
  }

  return {
    /** @throws ProblemError if it is not an image, has an unsupported type, or is incomplete */
    async replace(userId: string, file: Blob): Promise<User> {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const type = await typeOf(bytes);
      const name = `${(await sha256Hex(bytes)).slice(0, 32)}.${type}`;
      await files.put(AVATARS, name, bytes);
      return setAvatar(userId, name);
    },

    remove: (userId: string): Promise<User> => setAvatar(userId, null),
  };
}

/** A problem with the image, with the specified message. */
function imageProblem(code: 'unsupported_image' | 'image_unreadable'): ProblemError {
  const message = {
    unsupported_image: MESSAGES.image.unsupported,
    image_unreadable: MESSAGES.image.unreadable,
  }[code];
  return new ProblemError(code, message, { errors: [{ pointer: '/file', message }] });
}

async function typeOf(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !TYPES.includes(type.ext)) throw imageProblem('unsupported_image');
  const size = imageSize(bytes);
  // Whoever sees the picture has to decode it.
  const isTooLarge = !size || size.width * size.height > AVATAR_MAX_PIXELS;
  if (isTooLarge || !isWholeImage(type.ext, bytes)) throw imageProblem('image_unreadable');
  return type.ext;
}
