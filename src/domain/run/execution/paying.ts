import type { Covered } from '#core/billing/account.ts';
import { type OwnSpending, spendLimitText } from '../../endpoint/own-spending.ts';
import type { AskableModel } from '../../model/ask.ts';
import type { LiveRun } from '../live-run.ts';
import { overdrawn } from './failures.ts';
import { ModelFailure } from './model-failure.ts';

/**
 * Increases the amount that a run has reserved from its organisation's balance.
 * @returns whether the balance and the spend limits, minus the reservations of other runs, cover it, and the run has
 *   not ended
 */
export type Reserve = (row: { id: string; org_id: string; reserved: number }) => Promise<Covered>;

/** Who pays for the calls of a run: the balance, or the spend limits of the organisation's own endpoints. */
export type Paying = ReturnType<typeof createPaying>;

interface PayingPorts {
  reserve: Reserve;
  /** The cost of calls to the organisation's own endpoints. */
  own: OwnSpending;
  /** The message of a spend limit that doesn't cover an amount, by the limit's ID. */
  refusalOf: (limitId: string, cost: number) => Promise<string>;
}

export function createPaying({ reserve, own, refusalOf }: PayingPorts) {
  /** Reserves what the balance has paid so far and the most that the next call costs. */
  async function coverMore({ run, orgId, spending }: LiveRun, next: number): Promise<void> {
    const cost = spending.billed + next;
    if (cost <= spending.reserved) return;
    const { isCovered, refusedBy } = await reserve({ id: run.id, org_id: orgId, reserved: cost });
    if (isCovered) {
      spending.reserved = Math.max(spending.reserved, cost);
      return;
    }
    if (refusedBy === null) throw overdrawn();
    throw new ModelFailure('spend_limit_reached', await refusalOf(refusedBy, cost));
  }

  return {
    coverMore,
    /**
     * Reserves the most that the next call of a model may cost.
     * @throws ModelFailure `insufficient_balance`, `spend_limit_reached`
     */
    async cover(live: LiveRun, { own: payer }: AskableModel, cost: number): Promise<void> {
      if (!payer) return coverMore(live, cost);
      if (!payer.isLimited) return;
      const { run, spending } = live;
      const hold = await own.hold(payer, cost, run.id, spending.hold);
      if (!hold) throw new ModelFailure('spend_limit_reached', spendLimitText(payer, cost));
      spending.hold = hold;
    },
    /** Notes the cost of a model call; null if its price is unknown, 0 if nothing was used. */
    async settle(
      { spending }: LiveRun,
      { own: payer }: AskableModel,
      cost: number | null,
    ): Promise<void> {
      if (!payer) return;
      // A note about this call must not be written after its end.
      await spending.noting;
      const { hold } = spending;
      spending.hold = undefined;
      await own.settle(payer, hold, cost);
    },
    /** Notes the cost of the call in progress up to now, if it runs at an own endpoint and the cost has changed. */
    note({ run, spending }: LiveRun): Promise<void> {
      const { call } = spending;
      if (!call?.payer) return Promise.resolve();
      const { payer } = call;
      const { cost } = call.usage();
      if (cost === call.noted) return spending.noting;
      call.noted = cost;
      const writing = spending.noting.then(async () => {
        const hold = await own.note(payer, run.id, cost, spending.hold);
        spending.hold ??= hold;
      });
      spending.noting = writing.catch(() => undefined);
      return writing;
    },
    /** Releases what a run holds of a spend limit if it ended before calling its model. */
    async release({ spending }: LiveRun): Promise<void> {
      await spending.noting;
      const { hold } = spending;
      spending.hold = undefined;
      if (hold) await own.settle(hold, hold, 0);
    },
  };
}
