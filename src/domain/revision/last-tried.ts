import type { Run } from '#generated/model/index.ts';
import { toRun } from '../run/to-run.ts';
import type { Stores } from '../stores.ts';

/** The latest successful console run of a revision or of the draft. */
export async function lastTried(
  { run }: Pick<Stores, 'run'>,
  taskId: string,
  revision: number | null,
): Promise<Run | undefined> {
  const [newest] = await run.runs.list({
    where: { task_id: taskId, revision, source: 'console', status: 'succeeded' },
    order: ['id'],
    descending: true,
    limit: 1,
  });
  return newest && toRun(newest);
}
