import { createHash } from 'node:crypto';
import { AVATAR_MAX_BYTES, AVATAR_MAX_MB } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { ProblemError } from '#domain/problem.ts';
import type { User } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isWholeImage } from './image.ts';
import { isAvatarUsed } from './user.repository.ts';
import type { UserService } from './user.service.ts';

const FOLDER = 'avatar';
/** Never SVG: it can carry scripts. */
const TYPES = ['png', 'jpg', 'webp', 'gif'];

export type AvatarService = ReturnType<typeof createAvatarService>;

/** Pictures of people: told by their bytes, not by what they are called, and named by their hash. */
export function createAvatarService(deps: { db: Db; users: UserService; files: FileStore }) {
  const { db, users, files } = deps;

  async function dropUnused(avatar: string | null): Promise<void> {
    if (avatar !== null && !(await isAvatarUsed(db, avatar))) await files.remove(FOLDER, avatar);
  }

  return {
    /** @throws ProblemError when it is too large, no picture, of another type, or broken */
    async replace(userId: string, bytes: Buffer): Promise<User> {
      const name = `${hashOf(bytes)}.${await typeOf(bytes)}`;
      await files.put(FOLDER, name, bytes);
      const { user, before } = await users.setAvatar(userId, name);
      await dropUnused(before);
      return user;
    },

    async remove(userId: string): Promise<User> {
      const { user, before } = await users.setAvatar(userId, null);
      await dropUnused(before);
      return user;
    },
  };
}

/** A problem about the picture, with the specified message. */
export function imageProblem(
  code: 'payload_too_large' | 'unsupported_image' | 'image_unreadable',
): ProblemError {
  const message = {
    payload_too_large: MESSAGES.image.tooLarge(AVATAR_MAX_MB),
    unsupported_image: MESSAGES.image.unsupported,
    image_unreadable: MESSAGES.image.unreadable,
  }[code];
  return new ProblemError(code, message, { errors: [{ pointer: '/file', message }] });
}

async function typeOf(bytes: Buffer): Promise<string> {
  if (bytes.length > AVATAR_MAX_BYTES) throw imageProblem('payload_too_large');
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !TYPES.includes(type.ext)) throw imageProblem('unsupported_image');
  if (!isWholeImage(type.ext, bytes)) throw imageProblem('image_unreadable');
  return type.ext;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
