import type { StoreData, StoredRun, StoredTask, StoredWebhook } from '../store.ts';
import { createStore, timestamp } from '../store.ts';
import { type BareEvent, deliver, stamp } from '../webhook/tell.ts';
import { PROJECT_ID, seedId } from './ids.ts';

const DAY = 86_400_000;

/** One webhook that works, with a delivery log, and one that failed for too long. */
export function seedWebhooks(data: StoreData, now: number): void {
  const owner = Object.values(data.users)[0];
  const base: Omit<StoredWebhook, 'id' | 'name' | 'url'> = {
    project_id: PROJECT_ID,
    events: ['run.succeeded', 'run.failed'],
    all_tasks: false,
    status: 'active',
    failures: 0,
    failing_since: null,
    last_delivered_at: null,
    old_secret_until: null,
    created_by: { id: owner?.id ?? '', name: owner?.name ?? '' },
    created_at: timestamp(now - 30 * DAY),
    version: 1,
  };
  const crm = {
    ...base,
    id: seedId('webhook', 1),
    name: 'CRM',
    url: 'https://crm.example.com/hooks',
  };
  const alerts: StoredWebhook = {
    ...base,
    id: seedId('webhook', 2),
    name: 'On-call alerts',
    url: 'https://alerts.example.com/fail',
    events: ['run.failed', 'task.contract_changed'],
    all_tasks: true,
    status: 'disabled',
    failures: 31,
    failing_since: timestamp(now - 2 * DAY),
  };
  data.webhooks = { [crm.id]: crm, [alerts.id]: alerts };
  const store = createStore(data);
  const [task] = Object.values<StoredTask>(data.tasks);
  if (task) data.taskWebhooks[task.id] = crm.id;
  const runs = Object.values<StoredRun>(data.runs).filter(({ run }) => run.task_id === task?.id);
  const told = runs.filter(({ run }) => run.status === 'succeeded' || run.status === 'failed');
  const endOf = ({ run }: StoredRun) => run.ended_at ?? run.created_at;
  told.sort((a, b) => Date.parse(endOf(a)) - Date.parse(endOf(b)));
  for (const [index, stored] of told.slice(-12).entries()) {
    const { run } = stored;
    const at = endOf(stored);
    const bare = { type: `run.${run.status}`, run: structuredClone(run) } as BareEvent;
    const event = stamp(PROJECT_ID, bare, { id: seedId('event', index + 1), at });
    deliver(store, crm, event, { taskId: run.task_id, id: seedId('delivery', index + 1), at });
  }
}
