import { getResponse } from 'msw';
import { expect, it } from 'vitest';
import { mockHandlers } from './bind.ts';
import { passModules } from './modules.ts';
import { readOptions, withoutOptions } from './options.ts';
import { linkTo } from './panel/link.ts';
import type { MockOptions } from './scenarios.ts';
import { seedWorld } from './seed/world.ts';
import { createStore } from './store.ts';

const HERE = 'http://localhost:5173/project?tab=run&mock-error=500';
const queryOf = (href: string) => new URL(href).searchParams;

it('a copied link reproduces everything, whatever its reader had before', () => {
  const options: MockOptions = {
    persona: 'member',
    scenario: 'normal',
    seed: 7,
    tokenMs: 3,
    balance: 400_000,
    faults: { latencyMs: 300, stream: 'cut' },
  };
  const before: MockOptions = {
    persona: 'owner',
    balance: 1,
    tokenMs: 9,
    faults: { offline: true },
  };
  const link = linkTo(HERE, options);
  expect(queryOf(link).get('tab')).toBe('run');
  expect(readOptions(queryOf(link), before)).toEqual({ options, isNew: true });
  const plain = readOptions(queryOf(linkTo(HERE, {})), before).options;
  expect(plain).toEqual({ persona: 'owner', scenario: 'normal', seed: 1, tokenMs: 25, faults: {} });
});

it('a reset clears faults and the balance; otherwise they are remembered', () => {
  const before: MockOptions = { seed: 2, balance: 0, faults: { status: '500' } };
  const read = (search: string) => readOptions(new URLSearchParams(search), before);
  expect(read('')).toEqual({ options: before, isNew: false });
  expect(read('mock-persona=member')).toEqual({
    options: { ...before, persona: 'member' },
    isNew: false,
  });
  expect(read('mock-reset')).toEqual({ options: { seed: 2 }, isNew: true });
  expect(withoutOptions(HERE)).toBe('http://localhost:5173/project?tab=run');
});

it("Vite's modules pass the worker, also those in folders named like the mocks' paths", async () => {
  const handlers = [passModules(), ...mockHandlers(createStore(seedWorld({}))).requests];
  const intent = async (path: string) => {
    const response = await getResponse(handlers, new Request(`http://localhost:5173${path}`));
    return response?.headers.get('x-msw-intention') ?? response?.status;
  };
  for (const path of [
    '/src/console/identity/sign-in.tsx?t=1',
    '/src/mocks/identity/login.ts',
    '/generated/api/files/a/b.ts',
    '/node_modules/.vite/deps/identity/x.js',
    '/@vite/client',
    '/@fs/home/identity/x.ts',
  ])
    expect([path, await intent(path)]).toEqual([path, 'passthrough']);
  expect(await intent('/identity/sessions/whoami')).toBe(200);
});
