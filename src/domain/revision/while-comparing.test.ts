import { expect, it } from 'vitest';
import type { Callable, ContractChanges } from './contract-changes.ts';
import { whileComparing } from './while-comparing.ts';

const revision = (name: string): Callable => {
  return {
    variables: [{ name, type: 'text', required: true }],
    output_format: { type: 'text' },
  };
};
const CHANGES: ContractChanges = { verdict: 'compatible', changes: [] };
const elsewhere = { compare: async () => CHANGES };

it('a comparison that is made at once happens in the transaction', async () => {
  let begun = 0;
  const found = await whileComparing({ compare: () => CHANGES }, async (compare) => {
    begun += 1;
    return compare('org_1', revision('a'), revision('b'));
  });
  expect([found, begun]).toEqual([CHANGES, 1]);
});

it('a slow one happens outside the transaction', async () => {
  let isOpen = false;
  const compare = async () => {
    await Promise.resolve();
    expect(isOpen).toBe(false);
    return CHANGES;
  };
  const found = await whileComparing({ compare }, async (compareIn) => {
    isOpen = true;
    try {
      return compareIn('org_1', revision('a'), revision('b'));
    } finally {
      isOpen = false;
    }
  });
  expect(found).toBe(CHANGES);
});

it('a definition that has changed in the meantime is compared again, a limited number of times', async () => {
  const compared: unknown[] = [];
  const compare = async (_: string, ...pair: Callable[]) => {
    compared.push(pair.map(({ variables }) => variables[0]?.name).join());
    return CHANGES;
  };
  let begun = 0;
  const change = (times: number) =>
    whileComparing({ compare }, async (compareIn) => {
      begun += 1;
      return compareIn('org_1', revision(`a${Math.min(begun, times)}`), revision('b'));
    });
  expect(await change(2)).toBe(CHANGES);
  expect(compared).toEqual(['a1,b', 'a2,b']);
  begun = 0;
  await expect(change(99)).rejects.toMatchObject({ code: 'unavailable' });
});

it('errors of the transaction and of the comparison end it', async () => {
  const fail = () => Promise.reject(new Error('No'));
  await expect(whileComparing(elsewhere, fail)).rejects.toThrow('No');
  const failing = whileComparing({ compare: fail }, async (compare) =>
    compare('org_1', revision('a'), revision('b')),
  );
  await expect(failing).rejects.toThrow('No');
});
