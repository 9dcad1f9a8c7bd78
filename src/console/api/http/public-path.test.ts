import { expect, it } from 'vitest';
import { OPERATIONS } from '#generated/operations/index.ts';
import { isPublicPath } from './public-path.ts';

/** Called by the widget, or before anyone can be signed in: not with `send`. */
const ELSEWHERE = /^\/(widget\/|chat-socket$|settings$|healthz$|readyz$)/;

it('the paths that need no sign-in are those of the contract', () => {
  for (const { path, permission } of Object.values(OPERATIONS)) {
    if (ELSEWHERE.test(path)) continue;
    expect([path, isPublicPath(path)]).toEqual([path, permission === 'public']);
  }
  expect(isPublicPath('/shared-chat/s_1/message?page_limit=100')).toBe(true);
  expect(isPublicPath('/invitation/accept')).toBe(false);
});
