import { expect, it } from 'vitest';
import { inTurns, Shares } from './shares.ts';

/** Takes slots until the owner has to wait. */
function takeAll(shares: Shares, owner: string) {
  const seats = [];
  for (;;) {
    const seat = shares.seat(owner);
    if (!seat.tryTake()) return seats;
    seats.push(seat);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('leaves room for a newcomer, however many others take all they can', () => {
  const shares = new Shares({ total: 512 });
  expect(takeAll(shares, 'a')).toHaveLength(128);
  for (let n = 0; n < 10; n += 1) takeAll(shares, `other ${n}`);
  expect(shares.hasRoom('a')).toBe(false);
  expect(shares.hasRoom('newcomer')).toBe(true);
  expect(takeAll(shares, 'newcomer').length).toBeGreaterThan(0);
});

it('a single slot can be used, and the limit per owner applies', () => {
  expect(takeAll(new Shares({ total: 1 }), 'a')).toHaveLength(1);
  expect(takeAll(new Shares({ total: 64, each: 3 }), 'a')).toHaveLength(3);
});

it('of slots that are held only briefly, one owner gets as many as allowed', () => {
  const shares = new Shares({ total: 10, each: 8, freeForOne: 0 });
  expect(takeAll(shares, 'a')).toHaveLength(8);
  expect(takeAll(shares, 'b')).toHaveLength(2);
});

it('serves those who wait in turn, one per owner', async () => {
  const shares = new Shares({ total: 1 });
  const first = shares.seat('a');
  await first.take();
  const served: string[] = [];
  const ask = (owner: string) => {
    const seat = shares.seat(owner);
    void seat.take().then(() => {
      served.push(owner);
      seat.release();
    });
  };
  for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) ask(owner);
  first.release();
  await settled();
  // The first slot was also an `a`'s.
  expect(served).toEqual(['b', 'a', 'c', 'b', 'a', 'a']);
  expect([shares.free, shares.held.size]).toEqual([1, 0]);
});

it('serves an owner with one request after the other as often as one with many at once', async () => {
  const shares = new Shares({ total: 1 });
  const served: string[] = [];
  const work = async (owner: string) => {
    const seat = shares.seat(owner);
    for (let i = 0; i < 4; i += 1) {
      await seat.take();
      served.push(owner);
      await settled();
      seat.release();
    }
  };
  await Promise.all(['a', 'a', 'a', 'b'].map(work));
  expect(served.slice(0, 8).join('')).toBe('abababab');
});

it('leaving the line or releasing twice takes nothing from others', async () => {
  const shares = new Shares({ total: 1 });
  const [first, second, third] = [shares.seat('a'), shares.seat('a'), shares.seat('b')];
  await first.take();
  const leaving = new AbortController();
  const left = second.take(leaving.signal);
  const served = third.take();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(second.take(leaving.signal)).rejects.toThrow('left');
  first.release();
  first.release();
  await served;
  expect([second.isHeld, third.isHeld, shares.free]).toEqual([false, true, 0]);
});

it('a seat that is taken twice while it waits counts once', async () => {
  const shares = new Shares({ total: 1 });
  const [first, second] = [shares.seat('a'), shares.seat('b')];
  await first.take();
  const both = Promise.all([second.take(), second.take()]);
  first.release();
  await both;
  second.release();
  expect([shares.free, second.isHeld]).toEqual([1, false]);
});

it("a slot taken whatever the limits counts, and delays its owner's next one", () => {
  const shares = new Shares({ total: 2 });
  const seats = [shares.seat('a'), shares.seat('a'), shares.seat('a')];
  for (const seat of seats) seat.insist();
  expect([shares.free, shares.heldBy('a')]).toEqual([0, 3]);
  for (const seat of seats) seat.release();
  expect(shares.seat('a').tryTake()).toBe(true);
});

it('interleaves the items of several owners', () => {
  const items = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
  expect(inTurns(items, ([owner = '']) => owner)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('lets an owner with a lower limit hold fewer, and serves it when that rises', async () => {
  const shares = new Shares({ total: 100 });
  shares.limit('a', 1);
  const [first, second] = [shares.seat('a'), shares.seat('a')];
  expect([first.tryTake(), second.tryTake()]).toEqual([true, false]);
  expect(shares.seat('b').tryTake()).toBe(true);
  const waiting = second.take();
  shares.limit('a', 2);
  await waiting;
  expect(shares.heldBy('a')).toBe(2);
});
