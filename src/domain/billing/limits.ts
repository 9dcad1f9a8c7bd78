import { type Charge, charge, chargeLimit, cover } from '#core/billing/account.ts';
import { formatMicros } from '#core/billing/money.ts';
import { dayInWords, monthEnd } from '#core/billing/month.ts';
import { MESSAGES } from '#core/messages.ts';
import { DETAIL } from '../details.ts';
import type { OrgRow } from '../org/org.tables.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { SpendLimitRow } from './billing.tables.ts';

/** Who pays for a call: an organisation, within the spend limits of the project and the API key. */
export interface Payer {
  orgId: string;
  projectId: string | null;
  apiKeyId: string | null;
}

/** The balance and the spend limits of a payer. */
export interface Accounts {
  org: OrgRow | undefined;
  /** Of the API key first. */
  limits: readonly SpendLimitRow[];
  month: string;
}

/** @param read `lock` to change them in the same transaction: in the same order as runs do, to avoid deadlocks */
export async function accountsOf(
  { billing, org }: Stores,
  { orgId, projectId, apiKeyId }: Payer,
  read: 'find' | 'lock',
): Promise<Accounts> {
  const found = await org.allOrgs[read]({ id: orgId });
  const limits: SpendLimitRow[] = [];
  for (const id of [projectId, apiKeyId].filter((one) => one !== null).sort()) {
    const row = await billing.limits[read]({ id });
    if (row) limits.push(row);
  }
  return { org: found, limits, month: limits.length > 0 ? await billing.month() : '' };
}

/**
 * Requires that accounts cover an amount.
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function requireCover(
  stores: Stores,
  { org, limits, month }: Accounts,
  amount: number,
): Promise<void> {
  const covered = org && cover(org, limits, { more: amount, isNew: true, month });
  if (covered?.isCovered) return;
  if (!covered || covered.refusedBy === null)
    throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
  const refusal = await limitRefusal(stores, covered.refusedBy, amount);
  throw new ProblemError('spend_limit_reached', refusal);
}

/** Changes locked accounts by a charge. The balance itself follows the ledger. */
export async function settleAccounts(
  { billing, org: { allOrgs } }: Stores,
  { org, limits, month }: Accounts,
  done: Charge,
): Promise<void> {
  if (org) await allOrgs.change({ id: org.id }, { reserved: charge(org, done).reserved });
  for (const limit of limits)
    await billing.limits.change({ id: limit.id }, chargeLimit(limit, done, month));
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
