import { create } from 'zustand';
import type { User } from '#generated/model/index.ts';
import { claimLocalWork } from './local-work.ts';

type UserState = { user: User | null };

/** The signed-in user, as the console shows them. */
export const useUserStore = create<UserState>()(() => ({ user: null }));

/**
 * Stores the user that the API returned. The avatar URL gets a timestamp, so that a new picture at the same
 * URL is shown; a cached avatar URL is preferred to a fetched one.
 * @param options.newAvatar the avatar was just changed or removed, so the cached URL is dropped
 */
export function storeUser(user: User, options?: { newAvatar?: boolean }): void {
  claimLocalWork(user.id);
  const cached = useUserStore.getState().user;
  const keep = !options?.newAvatar && cached?.id === user.id && cached.avatar_url;
  const avatar_url = keep ? cached.avatar_url : user.avatar_url && withTimestamp(user.avatar_url);
  useUserStore.setState({ user: { ...user, avatar_url } });
}

/** Clears the user after signing out. */
export function forgetUser(): void {
  useUserStore.setState({ user: null });
}

function withTimestamp(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}t=${Date.now()}`;
}
