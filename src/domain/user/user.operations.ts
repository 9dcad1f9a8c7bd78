import type { OperationsOf } from '../call.ts';
import type { Domain } from '../domain.ts';
import { userOf } from '../principal.ts';
import { createAvatarService } from './avatar.service.ts';
import { createUserService } from './user.service.ts';

/** The operations of the signed-in user. */
export function userOperations(domain: Domain): OperationsOf<'user'> {
  const users = createUserService(domain);
  const avatars = createAvatarService(domain);
  return {
    getUser: (call) => users.get(userOf(call).userId),
    updateUser: (call) => users.update(userOf(call).userId, call.body),
    replaceUserAvatar: (call) => avatars.replace(userOf(call).userId, call.body.file),
    deleteUserAvatar: (call) => avatars.remove(userOf(call).userId),
  };
}
