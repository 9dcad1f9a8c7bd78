import { DEPENDENT_SOURCES } from '#core/task/revision/callers.ts';
import type { RejectedUse } from '#core/task/revision/rejected-uses.ts';
import type { Domain } from '../domain.ts';

const MAX_USES = 1000;

/** The rejected calls of those who depend on a task, since a given time, latest first. */
export async function rejectedUses(
  { stores, run }: Pick<Domain, 'stores' | 'run'>,
  taskId: string,
  since: string,
): Promise<RejectedUse[]> {
  await run.rejected.save();
  const rows = await stores.run.rejected.list({
    where: { task_id: taskId, source: { in: DEPENDENT_SOURCES }, last_at: { gt: since } },
    order: ['last_at', 'id'],
    descending: true,
    limit: MAX_USES,
  });
  return rows.map(({ caller_type: type, caller_id: id, caller_name: name, ...row }) => {
    const { target, revision, code, status, pointers, calls, last_at: last } = row;
    const caller = { type, id, name };
    return { caller, target: target ?? 'active', revision, code, status, pointers, calls, last };
  });
}
