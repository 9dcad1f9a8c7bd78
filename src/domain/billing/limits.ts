import { type Charge, chargeLimit, leftOf } from '#core/billing/account.ts';
import { formatMicros } from '#core/billing/money.ts';
import { dayInWords, monthEnd } from '#core/billing/month.ts';
import { DETAIL } from '../details.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { SpendLimitRow } from './billing.tables.ts';

/** What an amount counts towards besides the balance. */
export interface LimitedBy {
  projectId: string | null;
  apiKeyId: string | null;
}

/**
 * Checks whether the limits currently cover an amount, before anything is stored.
 * @throws ProblemError 402 `spend_limit_reached`
 */
export async function checkLimits(stores: Stores, by: LimitedBy, amount: number): Promise<void> {
  for (const id of idsOf(by)) {
    const row = await stores.billing.limits.find({ id });
    if (row && leftOf(row, await stores.billing.month()) < amount)
      throw new ProblemError('spend_limit_reached', await refusalText(stores, row, amount));
  }
}

/**
 * Reserves the maximum cost of a call under the limits of its project and key, in the same transaction as from the
 * balance. Runs do so in the statement that accepts them.
 * @throws ProblemError 402 `spend_limit_reached`
 */
export async function holdLimits(stores: Stores, by: LimitedBy, amount: number): Promise<void> {
  const rows = await lockLimits(stores, by);
  if (rows.length === 0) return;
  const current = await stores.billing.month();
  for (const row of rows) {
    if (leftOf(row, current) < amount)
      throw new ProblemError('spend_limit_reached', await refusalText(stores, row, amount));
  }
  for (const { id, reserved } of rows)
    await stores.billing.limits.change({ id }, { reserved: reserved + amount });
}

/** Releases a call's reservation and counts its cost. */
export async function settleLimits(stores: Stores, by: LimitedBy, charge: Charge): Promise<void> {
  const rows = await lockLimits(stores, by);
  if (rows.length === 0) return;
  const current = await stores.billing.month();
  for (const row of rows) {
    await stores.billing.limits.change({ id: row.id }, chargeLimit(row, charge, current));
  }
}

/** The message for an amount that a limit doesn't cover. */
export async function limitRefusal(stores: Stores, id: string, cost: number): Promise<string> {
  const row = await stores.billing.limits.find({ id });
  return row ? refusalText(stores, row, cost) : DETAIL.spendLimitGone;
}

async function refusalText(stores: Stores, row: SpendLimitRow, cost: number): Promise<string> {
  return DETAIL.spendLimit({
    what: row.scope === 'project' ? 'project' : 'API key',
    name: (await nameOf(stores, row)) ?? row.id,
    amount: formatMicros(row.amount),
    cost: formatMicros(cost),
    resets: dayInWords(monthEnd(new Date())),
  });
}

async function nameOf(
  { access, project }: Stores,
  row: SpendLimitRow,
): Promise<string | undefined> {
  if (row.api_key_id === null) return (await project.projects.find({ id: row.project_id }))?.name;
  return (await access.apiKeys.find({ id: row.api_key_id }))?.name;
}

/** Locked in the same order as by runs, to avoid deadlocks. */
function idsOf({ projectId, apiKeyId }: LimitedBy): string[] {
  return [projectId, apiKeyId].filter((one) => one !== null).sort();
}

async function lockLimits({ billing }: Stores, by: LimitedBy): Promise<SpendLimitRow[]> {
  const rows: SpendLimitRow[] = [];
  for (const id of idsOf(by)) {
    const row = await billing.limits.lock({ id });
    if (row) rows.push(row);
  }
  return rows;
}
