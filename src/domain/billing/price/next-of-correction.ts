import { paidOf } from '#core/billing/money.ts';
import { type KnownPrices, repriced } from '#core/billing/reprice.ts';
import { firstIdAt } from '#core/ids.ts';
import { isOwnModelId } from '../../endpoint/own-id.ts';
import type { Stores } from '../../stores.ts';
import type { PricedRunRow } from './price.store.ts';
import type { CorrectedRunRow, PriceCorrectionRow } from './price.tables.ts';
import { isCallId, nextCalls } from './priced-calls.ts';

/** Runs per batch. Reading a batch blocks the embedded database for about 30 ms. */
const LOOKED_AT_ONCE = 100;

interface Found {
  found: CorrectedRunRow[];
  /** Up to where everything was looked at; undefined at the end. */
  last: string | undefined;
  pending?: number;
  unknown?: number;
}

/**
 * The next batch that a correction changes: first of calls outside runs, then of runs.
 * @param isEmbedding whether its model embeds
 */
export async function nextOf(
  stores: Stores,
  row: PriceCorrectionRow,
  isEmbedding: boolean,
): Promise<Found> {
  if (row.undoes !== null) return nextCorrected(stores, row, row.undoes, isEmbedding);
  if (!isCallId(row.cursor)) return nextRuns(stores, row, isEmbedding);
  const { calls, last } = await nextCalls(stores, row, LOOKED_AT_ONCE);
  const prices = pricesOf(row);
  const found = calls.flatMap((call) => corrected(row, call, prices) ?? []);
  if (last !== undefined) return { found, last };
  const { model_id, starts_at: from, ends_at: to } = row;
  const unknown = await stores.billing.unknownCalls({ model_id, from, to });
  return { found, unknown, last: firstIdAt('run', Date.parse(from)) };
}

async function nextRuns(
  { billing }: Stores,
  row: PriceCorrectionRow,
  is_embedding: boolean,
): Promise<Found> {
  const prices = pricesOf(row);
  const filter = {
    model_id: row.model_id,
    is_embedding,
    org_id: row.is_general ? null : row.org_id,
    after: row.cursor,
    before: firstIdAt('run', Date.parse(row.ends_at)),
  };
  const { runs, last } = await billing.pricedRuns(filter, LOOKED_AT_ONCE);
  const found = runs.flatMap((run) => (run.is_ended ? (corrected(row, run, prices) ?? []) : []));
  const unfinished = runs.filter((run) => !run.is_ended && run.model_id === row.model_id);
  const pending = unfinished.length;
  return { found, pending, last };
}

function pricesOf({ input_price, output_price }: PriceCorrectionRow): KnownPrices {
  return { input_price: input_price ?? 0, output_price: output_price ?? 0 };
}

function corrected(
  { id, model_id }: PriceCorrectionRow,
  run: Omit<PricedRunRow, 'is_ended'>,
  prices: KnownPrices,
): CorrectedRunRow | undefined {
  const right = repriced(run, model_id, prices);
  if (!right) return undefined;
  const billed = paidOf(run);
  return {
    correction_id: id,
    run_id: run.id,
    org_id: run.org_id,
    cost_before: run.cost,
    cost_after: right.cost,
    billed_before: billed,
    // Balances don't pay for models that organisations call with their own keys.
    billed_after: isOwnModelId(model_id) ? billed : billed + right.change,
    change: right.change,
    steps_before: right.steps.before,
    steps_after: right.steps.after,
    is_applied: false,
  };
}

/**
 * The runs and calls of an earlier correction, the other way round. What other models cost in these runs may have been
 * corrected since, and stays.
 */
async function nextCorrected(
  { billing }: Stores,
  row: PriceCorrectionRow,
  undoes: string,
  isEmbedding: boolean,
): Promise<Found> {
  const rows = await billing.correctedRuns.list({
    where: { correction_id: undoes, is_applied: true },
    order: ['run_id'],
    after: [row.cursor],
    limit: LOOKED_AT_ONCE,
  });
  const costs = await billing.costsOf(
    rows.map(({ run_id }) => run_id).filter((id) => !isCallId(id)),
  );
  const byId = new Map(costs.map((run) => [run.id, run]));
  const found = rows.map((one) => {
    const now = byId.get(one.run_id) ?? { cost: one.cost_after, billed: one.billed_after };
    const billed_before = paidOf(now);
    const isKnown = now.cost !== null && !wasUnknown(one, isEmbedding);
    return {
      ...one,
      correction_id: row.id,
      cost_before: now.cost,
      cost_after: isKnown ? (now.cost ?? 0) - one.change : null,
      billed_before,
      billed_after: billed_before - (one.billed_after - one.billed_before),
      change: -one.change,
      steps_before: one.steps_after,
      steps_after: one.steps_before,
      is_applied: false,
    };
  });
  const last = rows.length === LOOKED_AT_ONCE ? rows.at(-1)?.run_id : undefined;
  return { found, last };
}

/** Whether the price that was corrected had been unknown, which made the cost of the run unknown. */
function wasUnknown({ cost_before, steps_before }: CorrectedRunRow, isEmbedding: boolean) {
  if (steps_before.length === 0) return cost_before === null;
  return !isEmbedding && steps_before.some(({ cost }) => cost === null);
}
