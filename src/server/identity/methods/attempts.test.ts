import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IdentityContext, Throttle } from '#domain/identity/context.ts';
import type { Exchange } from '#domain/identity/http/exchange.ts';
import { ATTEMPT_DELAYS, FRESH_ATTEMPTS } from '#domain/identity/limits.ts';
import { openAttempt } from '#domain/identity/methods/attempts.ts';
import { resolveSettings } from '#domain/identity/settings.ts';
import { neighbourhoodOf, networkOf } from '../http/network.ts';

import { createWaitingRoom } from './waiting-room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR = 3_600_000;
const NETWORKS = 10_000;
const NAMES = { pair: 'signInPair', account: 'signInAccount' } as const;

/** The identity service's counters in memory, with its own limits. */
function service() {
  const settings = resolveSettings({
    publicUrl: 'http://localhost:4000/identity',
    secrets: ['a sufficiently long secret for tests'],
    secureCookies: false,
  });
  const counts = new Map<string, { count: number; until: number }>();
  const throttle = {
    async count(name, ...key) {
      const id = [name, ...key].join(' ');
      const known = counts.get(id);
      const until = Date.now() + settings.throttle[name].seconds * 1000;
      const next = known && known.until > Date.now() ? known : { count: 0, until };
      next.count += 1;
      counts.set(id, next);
      return next.count;
    },
    async refund(name, ...key) {
      const known = counts.get([name, ...key].join(' '));
      if (known) known.count -= 1;
    },
    async reset(name, ...key) {
      counts.delete([name, ...key].join(' '));
    },
  } as Throttle;
  const ctx = { throttle, settings, waitingRoom: createWaitingRoom() } as IdentityContext;
  const exchangeFrom = (ip: string) =>
    ({
      ip,
      network: networkOf(ip),
      neighbourhood: neighbourhoodOf(ip),
      deviceOf: () => undefined,
      onGone: () => () => {},
    }) as unknown as Exchange;
  /** The time that an attempt took until its secret was checked; undefined if it was refused. */
  return async (ip: string): Promise<number | undefined> => {
    const start = Date.now();
    try {
      await openAttempt(ctx, exchangeFrom(ip), NAMES, 'ada@example.com', 'ada');
      return Date.now() - start;
    } catch {
      return undefined;
    }
  };
}

/** An attacker whose networks each try again as soon as they have been answered, or ten minutes after a refusal. */
function flood(attempt: ReturnType<typeof service>, ipOf: (index: number) => string) {
  let guesses = 0;
  const hold = async (index: number): Promise<void> => {
    const waited = await attempt(ipOf(index));
    if (waited === undefined) await new Promise((resolve) => setTimeout(resolve, 600_000));
    else guesses += 1;
    return hold(index);
  };
  for (let index = 0; index < NETWORKS; index += 1) void hold(index);
  return () => guesses;
}

const scattered = (index: number) => `10.${index >> 8}.${index & 255}.1`;
const together = (index: number) => `2001:db8:${(index >> 8).toString(16)}:${index & 255}::1`;

it('bounds the guesses of somebody with 10,000 networks', { timeout: 120_000 }, async () => {
  const guesses = flood(service(), scattered);
  await vi.advanceTimersByTimeAsync(HOUR);
  const perHour = HOUR / ATTEMPT_DELAYS.turn;
  const free = 20;
  expect(guesses()).toBeLessThanOrEqual(NETWORKS * FRESH_ATTEMPTS + perHour + free);
  const before = guesses();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(guesses() - before).toBeLessThanOrEqual(perHour + 1);
});

it('counts the networks of one provider together', { timeout: 120_000 }, async () => {
  const guesses = flood(service(), together);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(guesses()).toBeLessThanOrEqual(1000);
});

it('lets the owner in from a new network within seconds, at any time', {
  timeout: 120_000,
}, async () => {
  const attempt = service();
  flood(attempt, scattered);
  for (let minute = 0; minute < 10; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    const owner = attempt(`198.51.${minute}.1`);
    await vi.advanceTimersByTimeAsync(ATTEMPT_DELAYS.account);
    expect(await owner).toBeLessThanOrEqual(ATTEMPT_DELAYS.account);
  }
});
