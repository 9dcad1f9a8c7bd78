import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Account,
  charge,
  chargeLimit,
  cover,
  type MonthlyLimit,
  spentOf,
} from '#core/billing/account.ts';
import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { NEW_ORG } from '#domain/org/org.tables.ts';
import { NEW_PROJECT } from '#domain/project/project.tables.ts';
import type { Database } from '#server/db/client.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { createRunWriter } from '#server/features/run/run-writer.ts';
import { acceptedRow } from '#server/features/run/testing.ts';
import { endedRow } from '#server/features/run/testing-rows.ts';
import { createStores } from '#server/stores.ts';

/**
 * Random runs of an organisation, whose project and API key may have limits: the server's statements cover, reserve and
 * charge the same as the functions of `core/billing/account.ts`, which the mocks use. Amounts are small, so that runs are
 * often refused.
 */
const RUNS = Number(process.env.ACCOUNT_RUNS ?? 40);
const TIME = '2026-11-20T09:00:00.000Z';

const micros = fc.integer({ min: 0, max: 12 });
const index = fc.nat({ max: 4 });
const limit = fc.record({
  amount: fc.integer({ min: 1, max: 30 }),
  spent: micros,
  month: fc.constantFrom('2020-01', monthOf(new Date()), '2999-01'),
});
const step = fc.oneof(
  fc.record({ do: fc.constant('accept' as const), withKey: fc.boolean(), reserved: micros }),
  fc.record({ do: fc.constant('raise' as const), index, reserved: micros }),
  fc.record({ do: fc.constant('end' as const), index, cost: fc.option(micros), share: fc.nat(2) }),
  fc.record({ do: fc.constant('add' as const), amount: fc.integer({ min: -10, max: 20 }) }),
);
const scenario = fc.record({
  balance: fc.integer({ min: -5, max: 40 }),
  key: fc.option(limit),
  project: fc.option(limit),
  steps: fc.array(step, { minLength: 1, maxLength: 25 }),
});

interface Run {
  id: string;
  reserved: number;
  /** The ones that apply: of its key first. */
  limits: MonthlyLimit[];
}

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('runs are covered and charged in SQL as by the functions that the mocks use', async () => {
  const stores = createStores(database.db);
  const property = fc.asyncProperty(scenario, async (given) => {
    const [orgId, projectId, keyId] = [newId('org'), newId('project'), newId('key')];
    const times = { created_at: TIME, updated_at: TIME };
    await stores.org.orgs.insert({
      ...{ ...NEW_ORG, ...times, id: orgId, name: orgId, balance: given.balance },
    });
    await stores.project.projects.insert({
      ...{ ...NEW_PROJECT, ...times, id: projectId, org_id: orgId, name: 'Shop' },
    });
    await stores.access.apiKeys.insert({
      ...{ id: keyId, project_id: projectId, name: 'Key', prefix: 'key', hash: keyId },
      ...{ resources: null, old_prefix: null, old_hash: null, old_key_until: null },
      ...{ created_by_id: 'user_1', created_at: TIME, last_used_at: null, expires_at: null },
    });
    let account: Account = { balance: given.balance, reserved: 0 };
    const limits: Record<string, MonthlyLimit> = {};
    for (const [id, scope] of [
      [keyId, 'api_key'],
      [projectId, 'project'],
    ] as const) {
      const set = scope === 'api_key' ? given.key : given.project;
      if (!set) continue;
      limits[id] = { id, ...set, reserved: 0 };
      const api_key_id = scope === 'api_key' ? keyId : null;
      const row = { ...limits[id], scope, project_id: projectId, api_key_id, updated_at: TIME };
      await stores.billing.limits.insert(row);
    }
    const month = monthOf(new Date());
    const writer = createRunWriter(database);
    const open: Run[] = [];

    function hold(run: Run, more: number): void {
      account = { ...account, reserved: account.reserved + more };
      for (const one of run.limits) one.reserved += more;
      run.reserved += more;
    }

    for (const one of given.steps) {
      if (one.do === 'add') {
        const reference = newId('entry');
        const entry = { org_id: orgId, amount: one.amount, project_id: null, note: null };
        await stores.billing.addEntry({
          ...{ ...entry, id: reference, reference, kind: 'top_up', created_at: TIME },
        });
        account = charge(account, { paid: -one.amount, released: 0 });
      } else if (one.do === 'accept') {
        const callerId = one.withKey ? keyId : 'key_without_limit';
        const applying = [limits[callerId], limits[projectId]].filter((row) => row !== undefined);
        const run: Run = { id: newId('run'), reserved: 0, limits: applying };
        const expected = cover(account, applying, { more: one.reserved, isNew: true, month });
        const row = acceptedRow({ orgId, projectId }, run.id);
        const actual = await writer.accept({ ...row, caller_id: callerId, reserved: one.reserved });
        expect(actual).toEqual(expected);
        if (!expected.isCovered) continue;
        hold(run, one.reserved);
        open.push(run);
      } else {
        const run = open[one.index];
        if (!run) continue;
        if (one.do === 'raise') {
          const more = Math.max(0, one.reserved - run.reserved);
          const expected = cover(account, run.limits, { more, isNew: false, month });
          const actual = await writer.reserve({
            id: run.id,
            org_id: orgId,
            reserved: one.reserved,
          });
          expect(actual).toEqual(expected);
          if (expected.isCovered) hold(run, more);
          continue;
        }
        const paid = Math.floor(((one.cost ?? 0) * one.share) / 2);
        await writer.end({ ...endedRow(run.id, 'succeeded'), cost: one.cost, billed: paid });
        open.splice(one.index, 1);
        const settled = { paid, released: run.reserved };
        account = charge(account, settled);
        for (const row of run.limits) Object.assign(row, chargeLimit(row, settled, month));
      }
      const { balance, reserved } = (await stores.org.orgs.find({ id: orgId })) ?? {};
      expect({ balance, reserved }, JSON.stringify(one)).toEqual(account);
      for (const expected of Object.values(limits)) {
        const row = await stores.billing.limits.find({ id: expected.id });
        expect([row?.reserved, row && spentOf(row, month)], JSON.stringify(one)).toEqual([
          expected.reserved,
          spentOf(expected, month),
        ]);
      }
    }
  });
  await fc.assert(property, { numRuns: RUNS });
}, 300_000);
