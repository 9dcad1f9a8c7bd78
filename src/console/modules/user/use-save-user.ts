import { useQueryClient } from '@tanstack/react-query';
import { getGetUserQueryKey } from '#generated/api/user/user.ts';
import type { User } from '#generated/model/index.ts';
import { storeUser } from './user-store.ts';

/** Updates the caches and the frame after the user was changed. */
export function useSaveUser(): (user: User, options?: { newAvatar?: boolean }) => void {
  const client = useQueryClient();
  return (user, options) => {
    client.setQueryData(getGetUserQueryKey(), user);
    storeUser(user, options);
  };
}
