import { paidOf } from '#core/billing/money.ts';
import { firstIdAt } from '#core/ids.ts';
import type { PriceStore, RepricedRow } from '#domain/billing/price/price.store.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { EvaluationOutcome } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

const CALL_KINDS = new Set<string>(['indexing', 'search', 'model_test']);

/** A run's place in time, in the order of IDs. The IDs of the seed contain no time. */
const placeOf = ({ id, created_at }: RunRow): string =>
  firstIdAt('run', Date.parse(created_at)) + id;

/** What the tables of price corrections can't express, in memory. */
export function priceMethods(store: Store): MethodsOf<PriceStore> {
  const tables = () => store.data.tables;
  return {
    async pricedRuns({ model_id, is_embedding, org_id, after, before }, limit) {
      const { run, run_trace } = tables();
      const embeds = ({ id }: RunRow) =>
        is_embedding &&
        run_trace[id]?.steps.some(({ kind, name }) => kind === 'embed' && name === model_id);
      const looked = Object.values(run)
        .filter((row) => placeOf(row) > after && placeOf(row) < before)
        .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
        .slice(0, limit);
      const wanted = looked.filter(
        (row) =>
          (row.model_id === model_id || row.model_id.startsWith('endpoint_') || embeds(row)) &&
          (org_id === null || row.org_id === org_id),
      );
      const runs = wanted.map((row) => ({
        id: row.id,
        org_id: row.org_id,
        model_id: row.model_id,
        input_tokens: row.input_tokens,
        output_tokens: row.output_tokens,
        cost: row.cost,
        billed: row.billed,
        is_ended: row.ended_at !== null,
        steps:
          run_trace[row.id]?.steps.flatMap(({ kind, name, usage }, at) =>
            usage === null
              ? []
              : {
                  at,
                  model_id: name,
                  input_tokens: usage.input_tokens,
                  output_tokens: usage.output_tokens,
                  cost: usage.cost,
                  is_embedding: kind === 'embed',
                },
          ) ?? null,
      }));
      const last = looked.length === limit ? looked.at(-1) : undefined;
      return { runs, last: last && placeOf(last) };
    },
    async unknownCalls({ model_id, from, to }) {
      const { ledger_entry, priced_call } = tables();
      return Object.values(ledger_entry).filter(
        ({ kind, note, created_at, reference }) =>
          note === model_id &&
          CALL_KINDS.has(kind) &&
          created_at >= from &&
          created_at < to &&
          !priced_call[reference],
      ).length;
    },
    async costsOf(ids) {
      const { run } = tables();
      return ids.flatMap((id) => {
        const { cost, billed } = run[id] ?? {};
        return cost === undefined || billed === undefined ? [] : { id, cost, billed };
      });
    },
    async reprice(rows) {
      const { run, evaluation_result } = tables();
      const changed = rows.flatMap((row) => {
        const found = run[row.id];
        if (!found || found.ended_at === null || found.cost !== row.cost_before) return [];
        if (paidOf(found) !== row.billed_before) return [];
        run[row.id] = { ...found, cost: row.cost, billed: row.billed };
        retrace(store, row);
        return { ...found, kind: 'run' as const, ended_at: found.ended_at };
      });
      const costs = new Map(rows.map(({ id, cost }) => [id, cost]));
      const follow = (outcome: EvaluationOutcome | null) => {
        const cost = outcome?.run_id == null ? undefined : costs.get(outcome.run_id);
        return outcome && cost !== undefined ? { ...outcome, cost } : outcome;
      };
      for (const [key, row] of Object.entries(evaluation_result)) {
        const { candidate, baseline } = row;
        evaluation_result[key] = {
          ...row,
          candidate: follow(candidate),
          baseline: follow(baseline),
        };
      }
      store.isDirty = true;
      return changed;
    },
  };
}

function retrace(store: Store, { id, steps: costs }: RepricedRow): void {
  const { run_trace } = store.data.tables;
  const trace = run_trace[id];
  if (!trace) return;
  const byStep = new Map(costs.map(({ at, cost }) => [at, cost]));
  const steps = trace.steps.map((step, at) => {
    const cost = byStep.get(at);
    return cost === undefined || step.usage === null
      ? step
      : { ...step, usage: { ...step.usage, cost } };
  });
  run_trace[id] = { ...trace, steps };
}
