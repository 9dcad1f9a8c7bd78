import { expect, it } from 'vitest';
import { readiness } from '#domain/system/system.service.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { createReadiness } from './readiness.ts';

const database = { ping: async () => {} };

it("shows the identity service's state, without which API keys still work", async () => {
  let asked = 0;
  const { checks } = createReadiness(database, async () => {
    asked += 1;
    return 'IDENTITY_URL is unreachable (ECONNREFUSED).';
  });
  const found = await readiness({ settings: {} as ClientSettings, checks });
  await checks();
  expect(found.ready).toBe(true);
  expect(found.checks.at(-1)).toEqual({
    name: 'identity',
    ok: false,
    detail: 'IDENTITY_URL is unreachable (ECONNREFUSED).',
    optional: true,
  });
  // Anybody may ask, as often as they like.
  expect(asked).toBe(1);
});

it('is not ready without the database', async () => {
  const { checks } = createReadiness({ ping: () => Promise.reject(new Error('down')) });
  const found = await readiness({ settings: {} as ClientSettings, checks });
  expect(found).toMatchObject({ ready: false, checks: [{ name: 'process' }, { ok: false }] });
});
