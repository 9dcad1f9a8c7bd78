import { expect, it } from 'vitest';
import type { Target } from '../target.ts';
import type { Case } from './case.ts';
import { generatedCases, methodCases } from './generated-cases.ts';
import { READING } from './reading.ts';
import { replayed } from './summary.ts';
import { createWorld } from './world.ts';
import { WRITING } from './writing.ts';

/** Sends the same requests to both sides and compares what clients see of the responses. */
export function runReplay(server: () => Target, mocks: () => Target): void {
  it('gives the same responses as the mocks to the same requests, good, bad and odd', async () => {
    const sides = await Promise.all(
      [server(), mocks()].map(async (target) => ({ target, world: await createWorld(target) })),
    );
    const cases = [...generatedCases(), ...methodCases(), ...READING, ...WRITING];
    expect(cases.length).toBeGreaterThan(1000);
    const differences: object[] = [];
    for (const one of cases) {
      const [onServer, onMocks] = await Promise.all(
        sides.map(({ target, world }) => replayed(target, world, one)),
      );
      if (JSON.stringify(onServer) === JSON.stringify(onMocks)) continue;
      differences.push({ request: titleOf(one), server: onServer, mocks: onMocks });
    }
    expect(differences).toEqual([]);
    // About 8 s on a free machine.
  }, 180_000);
}

function titleOf({ what, method, path }: Case): string {
  return `${what}: ${method} ${path.slice(0, 100)}`;
}
