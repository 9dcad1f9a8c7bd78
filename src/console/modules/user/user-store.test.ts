import { beforeEach, expect, it } from 'vitest';
import { forgetUser, storeUser, useUserStore } from './user-store.ts';

const ada = {
  id: 'user_1',
  email: 'ada@example.com',
  name: 'Ada',
  avatar_url: '/files/a.webp' as string | null,
  bio: '',
  is_onboarding: false,
  job_role: null,
  subscribed_to_newsletter: false,
};
const avatar = () => useUserStore.getState().user?.avatar_url;

beforeEach(forgetUser);

it('adds a timestamp to the avatar URL', () => {
  storeUser(ada);
  expect(avatar()).toMatch(/^\/files\/a\.webp\?t=\d+$/);
  forgetUser();
  storeUser({ ...ada, avatar_url: '/files/a.webp?v=1' });
  expect(avatar()).toMatch(/^\/files\/a\.webp\?v=1&t=\d+$/);
});

it('prefers a stored avatar to a fetched one, and updates everything else', () => {
  storeUser(ada);
  const before = avatar();
  storeUser({ ...ada, name: 'Ada L.', avatar_url: '/files/b.webp' });
  expect(avatar()).toBe(before);
  expect(useUserStore.getState().user?.name).toBe('Ada L.');
});

it('takes the new avatar after a change or removal, and for another user', () => {
  storeUser(ada);
  storeUser({ ...ada, avatar_url: '/files/b.webp' }, { newAvatar: true });
  expect(avatar()).toMatch(/^\/files\/b/);
  storeUser({ ...ada, avatar_url: null }, { newAvatar: true });
  expect(avatar()).toBeNull();
  storeUser(ada);
  storeUser({ ...ada, id: 'user_2', avatar_url: '/files/c.webp' });
  expect(avatar()).toMatch(/^\/files\/c/);
});
