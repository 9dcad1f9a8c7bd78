import { expect, it } from 'vitest';
import { onBehalfOf } from './cause.ts';
import { takingTurns } from './turns.ts';

/** A database whose queries each hold the thread for some time, as those of the embedded database do. */
function open(ms = 0) {
  const done: string[] = [];
  const query = async (name: string) => {
    for (const end = performance.now() + ms; performance.now() < end; );
    done.push(name);
  };
  const client = takingTurns({ query });
  const ask = (caller: string, name: string) => onBehalfOf(caller, () => client.query(name));
  return { done, ask };
}

it('callers take turns, in the order in which each of them asked', async () => {
  const { done, ask } = open();
  const asked = [...['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name)), ask('b', 'b1')];
  await Promise.all([...asked, ask('c', 'c1'), ask('b', 'b2')]);
  expect(done).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
});

it('many queries at once let new requests arrive', async () => {
  const { done, ask } = open(5);
  let before = 0;
  setImmediate(() => {
    before = done.length;
  });
  await Promise.all(Array.from({ length: 20 }, (_, n) => ask('a', `a${n}`)));
  expect(before).toBeLessThan(5);
});

it('a query that fails ends its turn', async () => {
  const query = (_: string) => Promise.reject(new Error('no'));
  const client = takingTurns({ query });
  for (let i = 0; i < 2; i += 1) await expect(client.query('x')).rejects.toThrow('no');
});
