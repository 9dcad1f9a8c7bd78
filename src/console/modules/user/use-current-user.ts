import type { User } from '#generated/model/index.ts';
import { useUserStore } from './user-store.ts';

/**
 * The signed-in person.
 * @throws outside the gate
 */
export function useCurrentUser(): User {
  const user = useUserStore((state) => state.user);
  if (!user) throw new Error('useCurrentUser needs the gate above it');
  return user;
}
