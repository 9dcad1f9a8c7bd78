import { expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

it('starts some requests in each turn of the event loop, of each caller in turn', async () => {
  const admit = createAdmission(2);
  const started: string[] = [];
  const ask = (name: string) => admit(name.slice(0, 1)).then(() => started.push(name));
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map(ask));
  await Promise.resolve();
  expect(started).toEqual(['a1', 'a2']);
  await oneTurn();
  const late = ask('d1');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
  await Promise.all([all, late]);
  expect(started.slice(4)).toEqual(['c1', 'a4', 'd1', 'a5']);
});

it('does not delay those that come one after the other', async () => {
  const admit = createAdmission(2);
  for (let n = 0; n < 10; n += 1) {
    let isAdmitted = false;
    void admit('a').then(() => {
      isAdmitted = true;
    });
    await Promise.resolve();
    expect(isAdmitted).toBe(true);
    await oneTurn();
  }
});
