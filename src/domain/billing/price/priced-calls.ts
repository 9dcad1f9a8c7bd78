import { firstIdAt } from '#core/ids.ts';
import type { Stores } from '../../stores.ts';
import type { PricedRunRow, RepricedRun } from './price.store.ts';
import type { CorrectedRunRow, PriceCorrectionRow, PricedCallRow } from './price.tables.ts';

/** What the IDs of calls outside runs begin with. */
export const CALL_ID = 'reservation';

/** Whether something that is corrected is a call outside runs. */
export const isCallId = (id: string): boolean => id.startsWith(`${CALL_ID}_`);

/** The next calls outside runs that a correction looks at, as if they were runs without a trace. */
export async function nextCalls(
  { billing }: Stores,
  { model_id, is_general, org_id, cursor, ends_at }: PriceCorrectionRow,
  limit: number,
): Promise<{ calls: Omit<PricedRunRow, 'is_ended'>[]; last: string | undefined }> {
  const rows = await billing.pricedCalls.list({
    where: {
      model_id,
      id: { gt: cursor, lt: firstIdAt(CALL_ID, Date.parse(ends_at)) },
      ...(!is_general && { org_id }),
    },
    order: ['id'],
    limit,
  });
  const calls = rows.map((row) => ({ ...row, steps: null }));
  return { calls, last: rows.length === limit ? rows.at(-1)?.id : undefined };
}

/** Changes the costs of calls. Those stay as they are whose costs have changed since the preview. */
export async function repriceCalls(
  { billing }: Stores,
  rows: readonly CorrectedRunRow[],
): Promise<RepricedRun[]> {
  const changed: RepricedRun[] = [];
  for (const { run_id: id, cost_before, cost_after: cost, billed_after: billed } of rows) {
    const [call] = await billing.pricedCalls.update({ id, cost: cost_before }, { cost, billed });
    if (call) changed.push(asRun(call));
  }
  return changed;
}

function asRun(call: PricedCallRow): RepricedRun {
  const { project_id, caller_id, ...rest } = call;
  const none = { task_id: '', task_name: '' };
  return { ...rest, ...none, project_id: project_id ?? '', caller_id: caller_id ?? '' };
}
