import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AVATAR_MAX_BYTES } from '#core/limits.ts';
import { userOf } from '#domain/principal.ts';
import { invalidField } from '#domain/problem.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import { type AvatarService, imageProblem } from './avatar.service.ts';
import type { UserService } from './user.service.ts';

type UserHandlers = Pick<
  RouteHandlers,
  'getUser' | 'updateUser' | 'replaceUserAvatar' | 'deleteUserAvatar'
>;

export function createUserHandlers(users: UserService, avatars: AvatarService): UserHandlers {
  return {
    getUser: async (request, reply) =>
      reply.code(200).send(await users.get(userOf(request).userId)),
    updateUser: async (request, reply) => {
      const { body } = request;
      if (body.name?.trim() === '') throw invalidField('/name', 'Must not be blank');
      return reply.code(200).send(await users.update(userOf(request).userId, body));
    },
    replaceUserAvatar: async (request, reply) => {
      const bytes = await uploadedFile(request as FastifyRequest);
      return reply.code(200).send(await avatars.replace(userOf(request).userId, bytes));
    },
    deleteUserAvatar: async (request, reply) =>
      reply.code(200).send(await avatars.remove(userOf(request).userId)),
  };
}

/** The bytes of the form's one field, `file`. */
async function uploadedFile(request: FastifyRequest): Promise<Buffer> {
  const limits = { fileSize: AVATAR_MAX_BYTES, files: 1, fields: 0 };
  const part: MultipartFile | undefined = await request.file({ limits }).catch(unreadableForm);
  if (!part) throw invalidField('/file', 'Is required');
  const bytes = await part.toBuffer().catch((error: Error & { code?: string }) => {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') throw imageProblem('payload_too_large');
    return unreadableForm(error);
  });
  if (part.fieldname !== 'file') throw invalidField(`/${part.fieldname}`, 'Unknown field');
  return bytes;
}

function unreadableForm(error: Error & { code?: string }): never {
  if (error.code === 'FST_FIELDS_LIMIT') {
    throw invalidField('', 'The form has one field, `file`, and nothing else');
  }
  // The form's parser has no codes for what it cannot read.
  if (error.code === undefined) throw invalidField('', 'The form is cut off or malformed');
  throw error;
}
