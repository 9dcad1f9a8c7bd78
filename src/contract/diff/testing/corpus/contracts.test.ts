import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../../diff.ts';
import { type ContractCase, readContractCases } from './contract-cases.ts';

function check({ base, next, expected, operations }: ContractCase): void {
  const { verdict, changes } = diffContracts(base, next);
  if (expected === 'no change') {
    expect(changes).toEqual([]);
    return;
  }
  expect({ verdict, changes }).toMatchObject({ verdict: expected });
  if (expected !== 'breaking' || operations === 'any') return;
  const named = changes.filter(({ level }) => level === 'breaking').map((one) => one.operation);
  expect(new Set(named)).toEqual(new Set(operations));
}

describe.each(['operations', 'parameters', 'bodies', 'access'])('%s', (file) => {
  it.each(readContractCases(file))('$name', check);
});
