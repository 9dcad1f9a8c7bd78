import type { Run } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

/**
 * Records the event of a finished run if a webhook subscribes to it, as the server's statement that ends runs does.
 */
export function noteEndedRun({ data }: Store, run: Run): void {
  const isWanted = Object.values(data.tables.webhook).some(
    ({ project_id, status }) => project_id === run.project_id && status === 'active',
  );
  if (!isWanted || run.status === 'cancelled') return;
  // A run ends once, so the event's id is derived from the run's.
  const id = `event${run.id.slice(3)}`;
  data.tables.webhook_event[id] = {
    id,
    project_id: run.project_id,
    type: `run.${run.status}`,
    task_id: run.task_id,
    run_id: run.id,
    body: null,
    is_spread: false,
    created_at: run.ended_at ?? run.created_at,
  };
}
