import { dayOf, monthOf } from '#core/billing/month.ts';
import { isOwnModelId } from '../../endpoint/own-id.ts';
import { splitModelId } from '../../model/endpoint.ts';
import type { Stores } from '../../stores.ts';
import { IS_SET } from '../../table.ts';
import type { UsageDayRow } from '../billing.tables.ts';
import type { RepricedRun } from './price.store.ts';
import type { CorrectedRunRow, PriceCorrectionRow } from './price.tables.ts';

/** Lets everything that was calculated from the costs of runs follow them, in the transaction that has changed them. */
export async function followCosts(
  all: Stores,
  { model_id }: Pick<PriceCorrectionRow, 'model_id'>,
  rows: readonly CorrectedRunRow[],
  runs: readonly RepricedRun[],
): Promise<void> {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const both = rows.flatMap((row) => {
    const run = byId.get(row.run_id);
    return run ? { row, run } : [];
  });
  await limits(all, both);
  await usage(all, both);
  if (isOwnModelId(model_id)) await endpointSpend(all, model_id, both);
  await articles(all, both);
}

type Both = readonly { row: CorrectedRunRow; run: RepricedRun }[];

/** Only what was spent this month counts for limits. Runs lock limits in the same order. */
async function limits({ billing }: Stores, both: Both): Promise<void> {
  const month = await billing.month();
  const due = new Map<string, number>();
  for (const { row, run } of both) {
    const change = row.billed_after - row.billed_before;
    if (change === 0 || !run.ended_at.startsWith(month)) continue;
    const ids = run.caller_type === 'api_key' ? [run.project_id, run.caller_id] : [run.project_id];
    for (const id of ids) due.set(id, (due.get(id) ?? 0) + change);
  }
  for (const [id, change] of [...due].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const limit = await billing.limits.lock({ id });
    if (limit?.month === month)
      await billing.limits.change({ id }, { spent: Math.max(0, limit.spent + change) });
  }
}

async function usage({ billing }: Stores, both: Both): Promise<void> {
  const keyOf = ({ row, run }: Both[number]) =>
    [
      row.org_id,
      dayOf(new Date(run.ended_at)),
      run.project_id,
      run.task_id,
      run.model_id,
      run.caller_type === 'visitor' ? '' : run.caller_id,
      run.kind,
    ].join(' ');
  // In the order in which the statement that ends runs locks them.
  const groups = [...Map.groupBy(both, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  await billing.addUsage(...groups.map(([, group]) => changeOf(group)));
}

/** What a group of runs with the same key changes. */
function changeOf(group: Both): UsageDayRow {
  const [{ row, run } = fail()] = group;
  let [cost, own, unpriced] = [0, 0, 0];
  for (const { row: one } of group) {
    cost += (one.cost_after ?? 0) - (one.cost_before ?? 0);
    own += ownPart(one.cost_after, one.billed_after) - ownPart(one.cost_before, one.billed_before);
    unpriced += Number(one.cost_after === null) - Number(one.cost_before === null);
  }
  return {
    org_id: row.org_id,
    day: dayOf(new Date(run.ended_at)),
    project_id: run.project_id,
    task_id: run.task_id,
    model_id: run.model_id,
    caller_id: run.caller_type === 'visitor' ? '' : run.caller_id,
    kind: run.kind,
    task_name: run.task_name,
    caller_type: run.caller_type,
    calls: 0,
    unpriced,
    cost,
    own,
    // The ledger has an entry for the correction.
    charged: 0,
    input_tokens: 0,
    output_tokens: 0,
  };
}

function fail(): never {
  throw new Error('A group is never empty');
}

/** What ran on the organisation's own keys. */
function ownPart(cost: number | null, billed: number): number {
  return Math.max(0, (cost ?? 0) - billed);
}

async function endpointSpend({ endpoint }: Stores, modelId: string, both: Both): Promise<void> {
  const [endpoint_id] = splitModelId(modelId);
  if (!(await endpoint.endpoints.lock({ id: endpoint_id }))) return;
  const unknown = (steps: CorrectedRunRow['steps_before'], cost: number | null) =>
    steps.length === 0 ? Number(cost === null) : steps.filter((step) => step.cost === null).length;
  for (const [month, group] of Map.groupBy(both, ({ run }) => monthOf(new Date(run.ended_at)))) {
    let [spent, unpriced_calls] = [0, 0];
    for (const { row } of group) {
      spent += row.change;
      unpriced_calls +=
        unknown(row.steps_after, row.cost_after) - unknown(row.steps_before, row.cost_before);
    }
    await endpoint.addSpend({ endpoint_id, month, spent, unpriced_calls });
  }
}

/** Articles have the sum of what their steps cost. */
async function articles({ compose, run: { runs } }: Stores, both: Both): Promise<void> {
  const byRun = new Map(both.map(({ row }) => [row.run_id, row]));
  const steps = await compose.steps.list({
    where: { run_id: { in: [...byRun.keys()] } },
    order: ['run_id'],
  });
  const settled = steps.filter(({ settled_at }) => settled_at !== null);
  for (const [id, group] of Map.groupBy(settled, ({ article_id }) => article_id)) {
    const article = await compose.articles.lock({ id });
    if (!article) continue;
    const change = group.reduce((sum, { run_id }) => {
      const row = byRun.get(run_id);
      return sum + (row?.cost_after ?? 0) - (row?.cost_before ?? 0);
    }, 0);
    const own = await compose.steps.list({ where: { article_id: id }, order: ['run_id'] });
    const ids = own.map(({ run_id }) => run_id);
    const unknown = await runs.count({ id: { in: ids }, cost: null, ended_at: IS_SET });
    const is_cost_unknown = unknown > 0;
    await compose.articles.change({ id }, { cost: article.cost + change, is_cost_unknown });
  }
}
