import { type OwnSpending, spendLimitText } from '../../../endpoint/own-spending.ts';
import type { LiveRun } from '../../live-run.ts';
import type { Reserve } from '../../run.port.ts';
import type { AskableModel } from '../ask-model.ts';
import { overdrawn } from '../failures.ts';
import { ModelFailure } from '../model-failure.ts';
import { raiseReservation } from './reservation.ts';

/** Who pays for the calls of a run: the balance, or the spend limits of the organisation's own endpoints. */
export type Paying = ReturnType<typeof createPaying>;

interface PayingDeps {
  reserve: Reserve;
  own: OwnSpending;
  /** The message of a spend limit that doesn't cover an amount, by the limit's ID. */
  refusalOf: (limitId: string, cost: number) => Promise<string>;
}

export function createPaying({ reserve, own, refusalOf }: PayingDeps) {
  /** Reserves what the balance has paid so far and the most that the next call costs. */
  async function coverMore(live: LiveRun, next: number): Promise<void> {
    const cost = live.billed + next;
    const { isCovered, refusedBy } = await raiseReservation(live, cost, reserve);
    if (isCovered) return;
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
      const hold = await own.hold(payer, cost, live.run.id, live.hold);
      if (!hold) throw new ModelFailure('spend_limit_reached', spendLimitText(payer, cost));
      live.hold = hold;
    },
    /** Notes what a call of a model cost; null if its price is unknown, 0 if nothing was used. */
    async settle(live: LiveRun, { own: payer }: AskableModel, cost: number | null): Promise<void> {
      if (!payer) return;
      // What is noted of this call must not be written after its end.
      await live.noting;
      const { hold } = live;
      live.hold = undefined;
      await own.settle(payer, hold, cost);
    },
    /** Notes what the call in progress has cost its own endpoint up to now, unless that is known already. */
    note(live: LiveRun): Promise<void> {
      const { payer, usageInProgress } = live;
      if (!payer || !usageInProgress) return Promise.resolve();
      const { cost } = usageInProgress();
      if (cost === live.noted) return live.noting;
      live.noted = cost;
      const write = async () => {
        const hold = await own.note(payer, live.run.id, cost, live.hold);
        live.hold ??= hold;
      };
      const writing = live.noting.then(write);
      live.noting = writing.catch(() => undefined);
      return writing;
    },
    /** Gives back what a run holds that has ended before it called its model. */
    async release(live: LiveRun): Promise<void> {
      await live.noting;
      const { hold } = live;
      live.hold = undefined;
      if (hold) await own.settle(hold, hold, 0);
    },
  };
}
