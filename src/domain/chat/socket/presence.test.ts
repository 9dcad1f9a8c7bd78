import { expect, it } from 'vitest';
import { Presence } from './presence.ts';

const ADA = { id: 'user_1', name: 'Ada' };

it('tells others at most once in two seconds that someone types, however often they start and stop', () => {
  const presence = new Presence('node');
  presence.enter(ADA);
  const told: boolean[] = [];
  for (let now = 0; now < 10_000; now += 50) {
    const news = presence.setTyping(ADA.id, now % 100 === 0, now);
    if (news) told.push(news.typing);
  }
  expect(told.length).toBeLessThanOrEqual(10);
  expect(told.slice(0, 4)).toEqual([true, false, true, false]);
});

it('tells them again as long as someone types, and at once that they have stopped', () => {
  const presence = new Presence('node');
  presence.enter(ADA);
  const news = (isTyping: boolean, now: number) =>
    presence.setTyping(ADA.id, isTyping, now)?.typing;
  expect(news(true, 0)).toBe(true);
  expect(news(true, 1000)).toBeUndefined();
  expect(news(true, 2000)).toBe(true);
  expect(news(false, 2100)).toBe(false);
  expect(news(false, 2200)).toBeUndefined();
  expect(presence.people(2200)).toEqual([{ ...ADA, typing: false }]);
});
