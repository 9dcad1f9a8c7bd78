import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Attempt } from '#domain/identity/context.ts';
import { createWaitingRoom } from './waiting-room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  account: 'ada',
  network: '10.0.0.1',
  failures: 9,
  delay: 1000,
  isFresh: false,
  turn: 0,
  onGone: () => () => {},
  ...change,
});
const refusal = { status: 429, extra: { headers: { 'retry-after': '5' } } };

it('lets one attempt per network wait for an account, and refuses the next', async () => {
  const room = createWaitingRoom();
  const first = room.wait(attempt());
  await expect(room.wait(attempt({ failures: 10 }))).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(1000);
  await first;
  const again = room.wait(attempt());
  await vi.advanceTimersByTimeAsync(1000);
  await again;
});

it('prefers the attempt with fewer failures when an account is crowded', async () => {
  const room = createWaitingRoom({ pair: 1, network: 9, account: 2, all: 9, fresh: 9 });
  const guesses = ['10.0.0.1', '10.0.0.2'].map((network, index) =>
    room.wait(attempt({ network, failures: 5 + index })),
  );
  const owner = room.wait(attempt({ network: '10.0.0.3', failures: 1 }));
  await expect(guesses[1]).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([owner, guesses[0]]);
});

it('bounds the attempts of a network and of everyone', async () => {
  const room = createWaitingRoom({ pair: 1, network: 2, account: 9, all: 3, fresh: 9 });
  const waiting = ['a', 'b'].map((account) => room.wait(attempt({ account })));
  await expect(room.wait(attempt({ account: 'c' }))).rejects.toMatchObject(refusal);
  waiting.push(room.wait(attempt({ account: 'c', network: '10.0.0.2' })));
  const last = room.wait(attempt({ account: 'd', network: '10.0.0.3' }));
  await expect(last).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(waiting);
});

it('forgets an attempt whose client has gone', async () => {
  const room = createWaitingRoom();
  let leave = () => {};
  const gone = room.wait(
    attempt({
      onGone(callback) {
        leave = callback;
        return () => {};
      },
    }),
  );
  leave();
  await expect(gone).rejects.toMatchObject({ status: 429 });
  const next = room.wait(attempt());
  await vi.advanceTimersByTimeAsync(1000);
  await next;
});

it("doesn't hold up an attempt without a delay", async () => {
  const room = createWaitingRoom({ pair: 0, network: 0, account: 0, all: 0, fresh: 0 });
  await room.wait(attempt({ delay: 0 }));
});

it('never refuses fresh attempts; of too many, the longest waiting go on early', async () => {
  const room = createWaitingRoom({ pair: 0, network: 0, account: 0, all: 0, fresh: 2 });
  const done: string[] = [];
  const waiting = ['1', '2', '3'].map(async (network) => {
    await room.wait(attempt({ network, isFresh: true, turn: 5000 }));
    done.push(network);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(waiting);
});

it('gives the others one turn after another', async () => {
  const room = createWaitingRoom();
  let done = 0;
  const waiting = ['1', '2', '3'].map(async (network) => {
    await room.wait(attempt({ network, delay: 0, turn: 5000 }));
    done += 1;
  });
  const counts: number[] = [];
  for (const ms of [0, 4999, 1, 5000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(done);
  }
  expect(counts).toEqual([1, 1, 2, 3]);
  await Promise.all(waiting);
});
