import { expect, it } from 'vitest';
import { conform } from '#contract/conform.ts';
import contract from '#generated/openapi.json' with { type: 'json' };
import { startMocks } from './targets.ts';

it('conform finds nothing on the mocks', async () => {
  const mocks = await startMocks();
  const auth = mocks.headersOf('owner').authorization?.replace('Bearer ', '') ?? '';
  const { origin } = new URL(mocks.baseUrl);
  try {
    // What is most likely to be wrong comes first, so most of it is tried.
    const report = await conform(contract, { url: origin, auth, budgetMs: 12_000, runs: 1 });
    expect(report.findings).toEqual([]);
  } finally {
    await mocks.close();
  }
});
