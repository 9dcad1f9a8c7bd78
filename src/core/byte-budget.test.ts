import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

/** A reservation that notes when it is granted. */
function reader(budget: ByteBudget, owner: string, log: string[], name = owner) {
  const { hold } = budget.reservation(owner);
  return {
    async take(bytes: number, signal?: AbortSignal) {
      await hold(bytes, signal);
      log.push(name);
    },
    release: () => hold(0),
  };
}

it('never holds more than the budget, and serves who came first', async () => {
  const budget = new ByteBudget(100);
  const log: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((owner) => reader(budget, owner, log)) as [
    ReturnType<typeof reader>,
    ReturnType<typeof reader>,
    ReturnType<typeof reader>,
  ];
  await a.take(60);
  const large = b.take(70);
  const small = c.take(10);
  await setImmediate();
  // The small one doesn't overtake the large one.
  expect([log, budget.taken]).toEqual([['a'], 60]);
  await a.release();
  await Promise.all([large, small]);
  expect([log, budget.taken]).toEqual([['a', 'b', 'c'], 80]);
  await Promise.all([b.release(), c.release()]);
  expect(budget.taken).toBe(0);
});

it('an owner holds at most half, unless one file needs more, so others get theirs', async () => {
  const budget = new ByteBudget(100);
  const log: string[] = [];
  const first = reader(budget, 'a', log, 'a1');
  const second = reader(budget, 'a', log, 'a2');
  await first.take(40);
  const waits = second.take(20);
  await reader(budget, 'b', log).take(50);
  expect(log).toEqual(['a1', 'b']);
  await first.release();
  await waits;
  expect(budget.taken).toBe(70);
  await second.release();
  const whole = new ByteBudget(100);
  await reader(whole, 'a', log).take(1000);
  expect(whole.taken).toBe(100);
});

it('a reader that gives up makes room in the line, and one that wants more gives back what it has', async () => {
  const budget = new ByteBudget(100);
  const log: string[] = [];
  const [a, b] = [reader(budget, 'a', log), reader(budget, 'b', log)];
  await a.take(60);
  const stop = new AbortController();
  const given = expect(reader(budget, 'c', log).take(90, stop.signal)).rejects.toThrow('enough');
  const next = b.take(40);
  stop.abort(new Error('enough'));
  await Promise.all([given, next]);
  // Both want more than is free: neither keeps the other waiting for ever.
  const more = [a.take(90), b.take(90)];
  await more[0];
  await a.release();
  await more[1];
  await b.release();
  expect([log, budget.taken]).toEqual([['a', 'b', 'a', 'b'], 0]);
});
