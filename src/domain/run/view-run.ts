import type { Domain } from '../domain.ts';
import { endedView, type RunView } from './live-run.ts';
import type { RunRow } from './run.tables.ts';
import { toRun, unpackSteps } from './run-views.ts';

/** A view of a run not executing in this process: one that has ended, or one of another process. */
export async function viewRun(
  { stores, run: port }: Pick<Domain, 'stores' | 'run'>,
  row: RunRow,
): Promise<RunView> {
  if (row.ended_at === null) return port.follow(row);
  const run = toRun(row);
  const trace = await stores.run.traces.find({ run_id: row.id });
  return endedView(run, unpackSteps(trace?.steps ?? [], run), row.resets);
}
