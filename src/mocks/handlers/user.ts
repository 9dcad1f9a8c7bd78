import { AVATAR_MAX_BYTES, AVATAR_MAX_MB } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { invalidRequest, ProblemError } from '#domain/problem.ts';
import type { UserRow } from '#domain/user/user.store.ts';
import type { User } from '#generated/model/index.ts';
import type { Store } from '../store.ts';
import type { Resolvers } from './resolver.ts';

/** The signed-in person. */
export const userResolvers = {
  getUser: ({ user }) => toUser(user),

  updateUser: ({ store, user, body }) => {
    return toUser(Object.assign(rowOf(store, user), body));
  },

  replaceUserAvatar: async ({ store, user, request }) => {
    const file = await readFile(request);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = imageType(bytes);
    if (!type) throw new ProblemError('unsupported_image', MESSAGES.image.unsupported);
    const name = `${user.id}-${Date.now().toString(36)}`;
    store.data.files[name] = { type, base64: toBase64(bytes) };
    rowOf(store, user).avatar = name;
    return toUser(rowOf(store, user));
  },

  deleteUserAvatar: ({ store, user }) => {
    delete store.data.files[user.avatar ?? ''];
    return toUser(Object.assign(rowOf(store, user), { avatar: null }));
  },
} satisfies Partial<Resolvers>;

function toUser(row: UserRow): User {
  const {
    identity_id: _,
    identity_name: __,
    created_at: ___,
    updated_at: ____,
    avatar,
    ...rest
  } = row;
  return { ...rest, avatar_url: avatar === null ? null : `/files/avatar/${avatar}` };
}

function rowOf(store: Store, { id }: UserRow): UserRow {
  return store.data.tables.user[id] as UserRow;
}

async function readFile(request: Request): Promise<Blob> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    throw new ProblemError('unsupported_media_type', 'The body must be multipart/form-data.');
  }
  const form = await request.formData().catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof Blob))
    throw invalidRequest([{ pointer: '/file', message: 'A file is required' }]);
  if (file.size > AVATAR_MAX_BYTES) {
    throw new ProblemError('payload_too_large', MESSAGES.image.tooLarge(AVATAR_MAX_MB));
  }
  if (file.size === 0) throw new ProblemError('image_unreadable', MESSAGES.image.unreadable);
  return file;
}

function imageType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.slice(0, 12));
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
