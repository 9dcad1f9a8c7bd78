import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Account,
  type Charge,
  charge,
  chargeLimit,
  cover,
  hold,
  type MonthlyLimit,
  payable,
  spentOf,
} from '#core/billing/account.ts';
import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { createCharges } from '#domain/billing/charges.ts';
import { spend } from '#domain/billing/spend.ts';
import { newRow } from '#domain/tables.ts';
import type { Database } from '#server/db/client.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { reapRuns } from '#server/features/run/keeper/run-keeper.repository.ts';
import { createRunWriter } from '#server/features/run/run-writer.ts';
import { acceptedRow } from '#server/features/run/testing.ts';
import { endedRow } from '#server/features/run/testing-rows.ts';
import { createStores } from '#server/stores.ts';

/**
 * Random runs and other model calls of an organisation, whose project and API key may have limits: the server's statements
 * cover, reserve and charge the same as the functions of `core/billing/account.ts`, which the mocks use. Amounts are small,
 * so that runs are often refused.
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
  fc.record({
    do: fc.constant('reap' as const),
    index,
    saved: fc.option(fc.record({ cost: micros, share: fc.nat(2) })),
  }),
  fc.record({
    do: fc.constant('call' as const),
    withKey: fc.boolean(),
    most: fc.integer({ min: 1, max: 12 }),
    cost: fc.option(micros),
    fails: fc.boolean(),
  }),
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

const NEVER_SAVED = { cost: 0, share: 0 };
const LOST = { code: 'run_lost' as const, message: 'Lost' };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('runs are covered and charged in SQL as by the functions that the mocks use', async () => {
  const stores = createStores(database.db);
  const charges = createCharges({ isRefused: () => false, report: console.error });
  const property = fc.asyncProperty(scenario, async (given) => {
    const [orgId, projectId, keyId] = [newId('org'), newId('project'), newId('key')];
    const times = { created_at: TIME, updated_at: TIME };
    const org = { ...times, id: orgId, name: orgId, balance: given.balance };
    await stores.org.orgs.insert(newRow('org', org));
    const project = { ...times, id: projectId, org_id: orgId, name: 'Shop' };
    await stores.project.projects.insert(newRow('project', project));
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

    function settle(rows: readonly MonthlyLimit[], done: Charge): void {
      account = charge(account, done);
      for (const row of rows) Object.assign(row, chargeLimit(row, done, month));
    }

    function reserve(run: Run, more: number): void {
      settle(run.limits, hold(more));
      run.reserved += more;
    }

    const limitsOf = (callerId: string) =>
      [limits[callerId], limits[projectId]].filter((row) => row !== undefined);

    /** Compares what is stored. */
    async function compare(step: object): Promise<void> {
      const { balance, reserved } = (await stores.org.orgs.find({ id: orgId })) ?? {};
      expect({ balance, reserved }, JSON.stringify(step)).toEqual(account);
      for (const expected of Object.values(limits)) {
        const row = await stores.billing.limits.find({ id: expected.id });
        expect([row?.reserved, row && spentOf(row, month)], JSON.stringify(step)).toEqual([
          expected.reserved,
          spentOf(expected, month),
        ]);
      }
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
        const applying = limitsOf(callerId);
        const run: Run = { id: newId('run'), reserved: 0, limits: applying };
        const expected = cover(account, applying, { more: one.reserved, isNew: true, month });
        const row = acceptedRow({ orgId, projectId }, run.id);
        const { reserved } = one;
        const worker = { worker_id: run.id, caller_id: callerId };
        const actual = await writer.accept({ ...row, ...worker, reserved });
        expect(actual).toEqual(expected);
        if (!expected.isCovered) continue;
        reserve(run, one.reserved);
        open.push(run);
      } else if (one.do === 'call') {
        const applying = limitsOf(one.withKey ? keyId : 'key_without_limit');
        const covered = cover(account, applying, { more: one.most, isNew: true, month });
        const used = { input_tokens: 1, output_tokens: 1, cost: one.cost };
        const calling = spend(
          { stores, charges },
          {
            ...{ orgId, projectId, modelId: 'test/test', kind: 'search', most: one.most },
            by: { type: 'api_key', id: one.withKey ? keyId : 'key_without_limit' },
          },
          async (noted) => {
            settle(applying, hold(one.most));
            await compare(one);
            noted(used);
            if (one.fails) throw new Error('The model failed');
            return used;
          },
        );
        const code = covered.refusedBy === null ? 'insufficient_balance' : 'spend_limit_reached';
        if (!covered.isCovered) await expect(calling).rejects.toMatchObject({ code });
        else {
          await (one.fails ? expect(calling).rejects.toThrow('The model failed') : calling);
          settle(applying, { released: one.most, paid: payable(one.cost, one.most) });
        }
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
          if (expected.isCovered) reserve(run, more);
          continue;
        }
        open.splice(one.index, 1);
        const { cost, share } = one.do === 'reap' ? (one.saved ?? NEVER_SAVED) : one;
        const paid = Math.floor(((cost ?? 0) * share) / 2);
        const row = { ...endedRow(run.id, 'succeeded'), cost, billed: paid };
        if (one.do === 'end') await writer.end(row);
        else {
          if (one.saved) await writer.checkpoint(row);
          await database.db.transaction((tx) => reapRuns(tx, [run.id], LOST));
        }
        settle(run.limits, { paid, released: run.reserved });
      }
      await compare(one);
    }
  });
  await fc.assert(property, { numRuns: RUNS });
}, 300_000);
