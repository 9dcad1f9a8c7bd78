import type { Domain } from '#domain/domain.ts';
import { RejectedCounts } from '#domain/run/rejected/rejected-counts.ts';
import type { RejectedPort } from '#domain/run/run.port.ts';
import type { Store } from '../store.ts';

/** Counts rejected calls in their table. */
export function createRejectedPort(
  store: Store,
  domain: () => Pick<Domain, 'stores'>,
): RejectedPort {
  const counts = new RejectedCounts();
  return {
    count: (rejection, requestId) => counts.add(rejection, requestId),
    save: () =>
      counts.save(async (rows) => {
        const { rejected } = domain().stores.run;
        for (const row of rows) {
          const { calls = 0, first_at = row.first_at } =
            (await rejected.find({ id: row.id })) ?? {};
          const task = store.data.tables.task[row.task_id ?? ''];
          const task_name = task?.project_id === row.project_id ? task.name : null;
          await rejected.put({ ...row, task_name, calls: calls + row.calls, first_at });
        }
      }),
  };
}
