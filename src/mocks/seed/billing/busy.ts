import { MICROS } from '#core/billing/money.ts';
import { monthOf } from '#core/billing/month.ts';
import { DAY_MS } from '#core/limits.ts';
import type { LedgerRow, SpendAlertRow, SpendLimitRow } from '#domain/billing/billing.tables.ts';
import { getLedgerEntryMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../../memory/seed-row.ts';
import { byKey } from '../../memory/tables.ts';
import { type StoreData, timestamp } from '../../store.ts';
import { ORG_ID, seedId } from '../ids.ts';

const PLAN_CREDIT = 60 * MICROS;
const TOP_UP = 250 * MICROS;
const LIMITED_PROJECTS = 60;

/** A year of credits: bought every week, once a month with the plan, and now and then refunded. */
export function manyCredits(now: number): LedgerRow[] {
  const weeks = Array.from({ length: 52 }, (_, at) => at);
  return weeks.flatMap((week) => {
    const at = now - (week + 0.5) * 7 * DAY_MS;
    const entry = (kind: LedgerRow['kind'], amount: number, day: number): LedgerRow => {
      const id = seedId('entry', 100_000 + week * 10 + day);
      return seedRow('ledger_entry', getLedgerEntryMock, {
        id,
        org_id: ORG_ID,
        kind,
        amount,
        reference: `${kind}:${id}`,
        created_at: timestamp(at + day * DAY_MS),
      });
    };
    return [
      entry('top_up', TOP_UP, 0),
      ...(week % 4 === 1 ? [entry('plan_credit', PLAN_CREDIT, 1)] : []),
      ...(week % 9 === 4 ? [entry('reversal', -TOP_UP, 2)] : []),
    ];
  });
}

/** Spend limits on many projects, some of them nearly used up, and a few alerts. */
export function seedManyLimits(data: StoreData, now: number): void {
  const { tables } = data;
  const projects = Object.values(tables.project).filter(({ org_id }) => org_id === ORG_ID);
  const limits = projects.slice(1, LIMITED_PROJECTS + 1).map(
    ({ id }, index): SpendLimitRow => ({
      id,
      scope: 'project',
      project_id: id,
      api_key_id: null,
      amount: (index + 1) * 5 * MICROS,
      month: monthOf(new Date(now)),
      spent: Math.round((index + 1) * 5 * MICROS * ((index % 11) / 10)),
      reserved: 0,
      updated_at: timestamp(now - index * DAY_MS),
    }),
  );
  const alerts = projects.slice(0, 8).map(
    ({ id }, index): SpendAlertRow => ({
      id: seedId('alert', index + 1),
      org_id: ORG_ID,
      project_id: index === 0 ? null : id,
      amount: (index + 1) * 100 * MICROS,
      notified_month: null,
      created_at: timestamp(now - index * DAY_MS),
    }),
  );
  Object.assign(tables.spend_limit, byKey('spend_limit', limits));
  Object.assign(tables.spend_alert, byKey('spend_alert', alerts));
}
