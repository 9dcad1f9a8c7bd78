import type { CostKind } from '#core/billing/ledger.ts';
import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { ReservationRow } from './billing.store.ts';

/** The maximum time that a call may hold a reservation. A process that dies leaves its reservations behind. */
const RESERVATION_MS = 900_000;
/** The number of stale reservations ended per batch. */
const BATCH = 100;

/** The payer and the maximum cost of a model call outside runs. */
export interface Spending {
  orgId: string;
  kind: Exclude<CostKind, 'run'>;
  /** Micro-dollars; 0 if it is free, or its price is unknown. */
  most: number;
}

/**
 * Calls a model at an organisation's expense. The maximum cost is reserved before the call and the actual cost is
 * charged after it, so that the balance never falls below zero, however many calls are concurrent.
 * @param call returns the result and its `cost` in micro-dollars. A call that throws costs nothing
 * @throws ProblemError 402 `insufficient_balance`
 */
export async function spend<T extends { cost: number }>(
  stores: Stores,
  { orgId, kind, most }: Spending,
  call: () => Promise<T>,
): Promise<T> {
  if (most === 0) return call();
  const held: ReservationRow = {
    id: newId('reservation'),
    org_id: orgId,
    amount: most,
    created_at: new Date().toISOString(),
  };
  if (!(await reserve(stores, held)))
    throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
  let charged = 0;
  try {
    const result = await call();
    charged = Math.min(result.cost, most);
    return result;
  } finally {
    await settle(stores, held, { kind, cost: charged });
  }
}

/** Ends the reservations of processes that died during a call. */
export async function endForgottenReservations(stores: Stores, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RESERVATION_MS).toISOString();
  const forgotten = await stores.billing.reservations.list({
    where: { created_at: { lt: before } },
    limit: BATCH,
  });
  for (const held of forgotten) await settle(stores, held);
}

/** @returns whether the balance minus what is reserved covers it */
function reserve(stores: Stores, held: ReservationRow): Promise<boolean> {
  return stores.transaction(async ({ billing, org }) => {
    const payer = await org.allOrgs.lock({ id: held.org_id });
    if (!payer || payer.balance - payer.reserved < held.amount) return false;
    const reserved = payer.reserved + held.amount;
    await org.allOrgs.change({ id: payer.id }, { reserved });
    await billing.reservations.insert(held);
    return true;
  });
}

function settle(
  stores: Stores,
  { id, org_id, amount }: ReservationRow,
  charge?: { kind: Spending['kind']; cost: number },
): Promise<void> {
  return stores.transaction(async ({ billing, org }) => {
    const payer = await org.allOrgs.lock({ id: org_id });
    const wasHeld = (await billing.reservations.delete({ id })) > 0;
    if (payer && wasHeld) {
      const reserved = payer.reserved - amount;
      await org.allOrgs.change({ id: payer.id }, { reserved });
    }
    if (!charge || charge.cost <= 0) return;
    await billing.addEntry({
      id: newId('entry'),
      org_id,
      kind: charge.kind,
      amount: -charge.cost,
      reference: id,
      created_at: new Date().toISOString(),
    });
  });
}
