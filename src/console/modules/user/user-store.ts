import { create } from 'zustand';
import type { User } from '#generated/model/index.ts';

type UserState = { user: User | null };

/** The signed-in person, as the console shows them. */
export const useUserStore = create<UserState>()(() => ({ user: null }));

/**
 * Stores what the API answered. Its picture gets a timestamp, so that a new one under the same address is
 * seen; a picture that is already stored is kept in preference to the one fetched.
 * @param options.newAvatar the picture was just changed or removed: the stored one is no longer kept
 */
export function storeUser(user: User, options?: { newAvatar?: boolean }): void {
  const cached = useUserStore.getState().user;
  const keep = !options?.newAvatar && cached?.id === user.id && cached.avatar_url;
  const avatar_url = keep ? cached.avatar_url : user.avatar_url && withTimestamp(user.avatar_url);
  useUserStore.setState({ user: { ...user, avatar_url } });
}

/** After signing out. */
export function forgetUser(): void {
  useUserStore.setState({ user: null });
}

function withTimestamp(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}`;
}
