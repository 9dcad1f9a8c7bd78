import { hold, payable } from '#core/billing/account.ts';
import type { CostKind } from '#core/billing/ledger.ts';
import { dayOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import type { RunCallerType } from '#generated/model/index.ts';
import { isOwnModelId } from '../endpoint/own-id.ts';
import type { Stores } from '../stores.ts';
import type { ReservationRow, UsageDayRow } from './billing.tables.ts';
import type { Charges } from './charges.ts';
import { accountsOf, type Payer, requireCover, settleAccounts } from './limits.ts';
import type { PricedCallRow } from './price/price.tables.ts';

/** The maximum time that a call may hold a reservation. A process that dies leaves its reservations behind. */
const RESERVATION_MS = 900_000;
/** The number of stale reservations ended per batch. */
const BATCH = 100;

/** The person, key or app on whose behalf a model is called. */
export interface Spender {
  type: RunCallerType;
  id: string;
}

/** The payer and the maximum cost of a model call outside runs. */
export interface Spending {
  orgId: string;
  kind: Exclude<CostKind, 'run'>;
  /** The project whose spend limit counts too; null for calls of the organisation. */
  projectId: string | null;
  modelId: string;
  /** Absent if nobody asked for it, as when documents are indexed. */
  by?: Spender | undefined;
  /** Micro-dollars; 0 if it is free, or its price is unknown. */
  most: number;
}

/** The usage of a call. */
export interface Spent {
  input_tokens: number;
  output_tokens: number;
  /** Micro-dollars; null if the price is unknown. */
  cost: number | null;
}

/** Notes the usage so far, which is paid even if the call fails. */
export type Used = (spent: Spent) => void;

/** Dependencies of calling models at an organisation's expense. */
export interface PayingDomain {
  stores: Stores;
  charges: Charges;
}

export const NOTHING = { input_tokens: 0, output_tokens: 0, cost: 0 };

/**
 * Calls a model at an organisation's expense. The maximum cost is reserved before the call and the actual cost is
 * charged after it, so that neither the balance nor the spend limits of the project and the API key are exceeded, however
 * many calls are concurrent. If the charge can't be stored at once, the result is returned all the same.
 * @param call returns the result with its usage. A call that throws costs the usage that it noted
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function spend<T extends Spent>(
  { stores, charges }: PayingDomain,
  spending: Spending,
  call: (used: Used) => Promise<T>,
): Promise<T> {
  const { orgId, projectId, most, by } = spending;
  if (most === 0)
    return callAndSettle(call, async (spent) => {
      if (!isUsed(spent)) return;
      const { cost } = spent;
      const made = pricedCall(newId('reservation'), spending, spent, { cost, billed: 0 });
      const name = `nothing of ${orgId} for ${spending.modelId}, ${made.id}`;
      await charges.store(name, async (isReduced) => {
        // If it was refused, it was stored before, or never can be.
        if (!isReduced) await stores.transaction((all) => noteCall(all, made));
      });
    });
  const held: ReservationRow = {
    id: newId('reservation'),
    org_id: orgId,
    amount: most,
    project_id: projectId,
    api_key_id: by?.type === 'api_key' ? by.id : null,
    created_at: new Date().toISOString(),
  };
  await reserve(stores, held);
  return callAndSettle(call, async (spent) => {
    const charge = { spending, spent, billed: payable(spent.cost, most) };
    const name = `${charge.billed} micro-dollars of ${orgId} for ${spending.modelId}, ${held.id}`;
    await charges.store(name, (isReduced) =>
      stores.transaction((all) => settle(all, held, charge, isReduced)),
    );
  });
}

/** Makes a call, and then settles its usage, even if it has failed. */
export async function callAndSettle<T extends Spent>(
  call: (used: Used) => Promise<T>,
  settleSpent: (spent: Spent) => Promise<void>,
): Promise<T> {
  let spent: Spent = NOTHING;
  try {
    const result = await call((noted) => {
      spent = noted;
    });
    spent = result;
    return result;
  } finally {
    await settleSpent(spent);
  }
}

export function isUsed({ input_tokens, output_tokens }: Spent): boolean {
  return input_tokens + output_tokens > 0;
}

/** Notes a call for charts, and for corrections of its price. */
export async function noteCall(
  { billing }: Pick<Stores, 'billing'>,
  call: PricedCallRow,
): Promise<void> {
  await billing.pricedCalls.insert(call);
  await billing.addUsage(usageOfCall(call));
}

/** A call that has ended now. */
export function pricedCall(
  id: string,
  { orgId, projectId, modelId, kind, by }: Omit<Spending, 'most'>,
  { input_tokens, output_tokens }: Spent,
  { cost, billed }: Pick<PricedCallRow, 'cost' | 'billed'>,
): PricedCallRow {
  return {
    id,
    org_id: orgId,
    project_id: projectId,
    model_id: modelId,
    kind,
    caller_type: by?.type ?? null,
    caller_id: by?.id ?? null,
    input_tokens,
    output_tokens,
    cost,
    billed,
    ended_at: new Date().toISOString(),
  };
}

function usageOfCall(call: PricedCallRow): UsageDayRow {
  const { org_id, project_id, model_id, kind, caller_type, caller_id } = call;
  const cost = isOwnModelId(model_id) ? (call.cost ?? 0) : call.billed;
  return {
    org_id,
    day: dayOf(new Date(call.ended_at)),
    project_id: project_id ?? '',
    task_id: '',
    model_id,
    caller_id: caller_type === 'visitor' ? '' : (caller_id ?? ''),
    kind,
    task_name: '',
    caller_type,
    calls: 1,
    unpriced: call.cost === null ? 1 : 0,
    cost,
    own: cost - call.billed,
    charged: call.billed,
    input_tokens: call.input_tokens,
    output_tokens: call.output_tokens,
  };
}

/** Ends the reservations of processes that died during a call. Charges that arrive later are stored all the same. */
export async function endForgottenReservations(stores: Stores, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RESERVATION_MS).toISOString();
  const forgotten = await stores.billing.reservations.list({
    where: { created_at: { lt: before } },
    limit: BATCH,
  });
  for (const held of forgotten) await stores.transaction((all) => settle(all, held));
}

/** @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached` */
function reserve(stores: Stores, held: ReservationRow): Promise<void> {
  return stores.transaction(async (all) => {
    const accounts = await accountsOf(all, payerOf(held), 'lock');
    await requireCover(all, accounts, held.amount);
    await settleAccounts(all, accounts, hold(held.amount));
    await all.billing.reservations.insert(held);
  });
}

/** The usage of a call, and the paid part of its cost. */
interface Charge {
  spending: Spending;
  spent: Spent;
  billed: number;
}

/**
 * Ends a reservation and charges the cost of its call, once, however often it is repeated.
 * @param isReduced without noting the call
 */
async function settle(
  all: Stores,
  held: ReservationRow,
  charge?: Charge,
  isReduced = false,
): Promise<void> {
  const { id, amount } = held;
  const accounts = await accountsOf(all, payerOf(held), 'lock');
  const wasHeld = (await all.billing.reservations.delete({ id })) > 0;
  const isNew = charge !== undefined && (await addCharge(all, held, charge));
  const paid = isNew ? charge.billed : 0;
  await settleAccounts(all, accounts, { released: wasHeld ? amount : 0, paid });
  if (!isNew || isReduced) return;
  // Limits are locked before usage, as when runs end and prices are corrected. In another order, two could deadlock.
  const { spending, spent, billed } = charge;
  await noteCall(all, pricedCall(id, spending, spent, { cost: spent.cost, billed }));
}

/** @returns whether there is something to pay that hasn't been paid yet */
async function addCharge(
  { billing }: Stores,
  { id, org_id }: ReservationRow,
  { spending, billed }: Charge,
): Promise<boolean> {
  if (billed <= 0) return false;
  return billing.addEntry({
    id: newId('entry'),
    org_id,
    kind: spending.kind,
    amount: -billed,
    reference: id,
    project_id: spending.projectId,
    note: spending.modelId,
    created_at: new Date().toISOString(),
  });
}

function payerOf({ org_id, project_id, api_key_id }: ReservationRow): Payer {
  return { orgId: org_id, projectId: project_id, apiKeyId: api_key_id };
}
