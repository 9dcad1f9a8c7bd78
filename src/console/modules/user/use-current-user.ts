import type { User } from '#generated/model/index.ts';
import { useUserStore } from './user-store.ts';

/**
 * The signed-in user.
 * @throws outside the gate
 */
export function useCurrentUser(): User {
  const user = useUserStore((state) => state.user);
  if (!user) throw new Error('useCurrentUser must be used inside the gate');
  return user;
}
