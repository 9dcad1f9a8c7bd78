import { leftOf } from '#core/billing/account.ts';
import { formatMicros } from '#core/billing/money.ts';
import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import type { Stores } from '../stores.ts';

/** An endpoint of an organisation, as far as the cost of calls of its models is concerned. */
export interface OwnPayer {
  endpointId: string;
  /** The endpoint's name. */
  name: string;
  /** Whether it has a spend limit. */
  isLimited: boolean;
}

/** What a call in progress may cost at most, taken from an endpoint's spend limit. */
export interface Hold {
  id: string;
  endpointId: string;
  /** Micro-dollars. */
  amount: number;
}

/** A process that dies leaves its holds behind. No call takes this long. */
const HOLD_MS = 3_600_000;
/** The number of stale holds ended per batch. */
const BATCH = 100;

export type OwnSpending = ReturnType<typeof createOwnSpending>;

/**
 * What calls of an organisation's own endpoints cost. The balance has nothing to do with it: an endpoint may have a limit
 * per calendar month (UTC). The most that a call may cost is taken from it before the call, so that concurrent calls
 * can't exceed it.
 */
export function createOwnSpending(stores: () => Stores) {
  return {
    /**
     * Takes the most that a call may cost from what is left of this month's limit.
     * @param run_id of the run that makes the call, which ends its hold if its process dies
     * @param known raised instead of making a new one, if it still exists
     * @returns undefined if the rest doesn't cover it
     */
    hold(
      payer: OwnPayer,
      amount: number,
      run_id: string | null,
      known?: Hold,
    ): Promise<Hold | undefined> {
      const { endpointId } = payer;
      return stores().transaction(async ({ endpoint }) => {
        const row = await endpoint.endpoints.lock({ id: endpointId });
        const held = known && (await endpoint.holds.find({ id: known.id }));
        const more = Math.max(0, amount - (held?.amount ?? 0));
        if (row && row.spend_limit !== null) {
          const month = monthOf(new Date());
          const spent =
            (await endpoint.spends.find({ endpoint_id: endpointId, month }))?.spent ?? 0;
          const limit = { amount: row.spend_limit, reserved: row.reserved, month, spent };
          if (leftOf(limit, month) < more) return undefined;
        }
        const made = {
          id: held?.id ?? newId('hold'),
          endpointId,
          amount: (held?.amount ?? 0) + more,
        };
        if (!row) return made;
        await endpoint.endpoints.change({ id: endpointId }, { reserved: row.reserved + more });
        await endpoint.holds.put({
          id: made.id,
          endpoint_id: endpointId,
          amount: made.amount,
          run_id,
          used: 0,
          created_at: new Date().toISOString(),
        });
        return made;
      });
    },

    /**
     * Notes what a run's call in progress has cost up to now, so that it counts even if this process dies.
     * @param known its hold; one without an amount is made if there is none
     */
    async note(
      { endpointId }: OwnPayer,
      run_id: string,
      used: number | null,
      known?: Hold,
    ): Promise<Hold> {
      const { holds } = stores().endpoint;
      if (known) {
        await holds.change({ id: known.id }, { used });
        return known;
      }
      const made = { id: newId('hold'), endpointId, amount: 0 };
      const created_at = new Date().toISOString();
      await holds.insert({
        id: made.id,
        endpoint_id: endpointId,
        amount: 0,
        run_id,
        used,
        created_at,
      });
      return made;
    },

    /**
     * Notes what a call cost, and ends its hold.
     * @param cost micro-dollars; null if the price is unknown
     */
    settle({ endpointId }: Pick<Hold, 'endpointId'>, hold: Hold | undefined, cost: number | null) {
      if (!hold && cost === 0) return Promise.resolve();
      return stores().transaction(async ({ endpoint }) => {
        const row = await endpoint.endpoints.lock({ id: endpointId });
        // It may have been deleted during the call.
        if (!row) return;
        const held = hold && (await endpoint.holds.find({ id: hold.id }));
        // A process that was taken for dead: what the call had cost by then was counted when its run was ended.
        if (hold && !held) return;
        if (held) {
          await endpoint.holds.delete({ id: held.id });
          const reserved = row.reserved - held.amount;
          await endpoint.endpoints.change({ id: endpointId }, { reserved });
        }
        if (cost === 0) return;
        await endpoint.addSpend({
          endpoint_id: endpointId,
          month: monthOf(new Date()),
          spent: cost ?? 0,
          unpriced_calls: cost === null ? 1 : 0,
        });
      });
    },
  };
}

/** Ends the holds of processes that died during a call. */
export async function endForgottenHolds(stores: Stores, now: Date): Promise<void> {
  const before = new Date(now.getTime() - HOLD_MS).toISOString();
  const where = { created_at: { lt: before } };
  const forgotten = await stores.endpoint.holds.list({ where, limit: BATCH });
  const spending = createOwnSpending(() => stores);
  for (const { id, endpoint_id, amount } of forgotten) {
    const hold = { id, endpointId: endpoint_id, amount };
    await spending.settle(hold, hold, 0);
  }
}

/** Why a call was refused, and what to do. */
export function spendLimitText({ name }: OwnPayer, cost: number): string {
  return `${name} has reached its spend limit of this month, or the rest doesn't cover the ${formatMicros(cost)} that this may cost at most. Raise the limit in Settings → Models, or choose a model of another endpoint.`;
}
