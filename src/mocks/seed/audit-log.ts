import { firstIdAt } from '#core/ids.ts';
import type { AuditEntryRow } from '#domain/audit/audit.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import type { AuditChange } from '#generated/model/index.ts';
import type { Scenario } from '../scenarios.ts';
import { timestamp } from '../store.ts';
import { ORG_ID, PROJECT_ID, seedId } from './ids.ts';
import type { SeededTask } from './tasks.ts';

const HOUR = 3_600_000;
const LARGE = 10_000;

type Seed = Pick<AuditEntryRow, 'action' | 'target_type' | 'target_id' | 'target_name'> &
  Partial<AuditEntryRow>;

const change = (
  field: string,
  before: AuditChange['before'],
  after: AuditChange['after'],
): AuditChange => ({ field, before, after, is_hidden: false });

/** What people did in the first organisation, newest first. */
export function seedAuditLog(
  tasks: readonly SeededTask[],
  users: readonly UserRow[],
  { scenario, now }: { scenario: Scenario; now: number },
): AuditEntryRow[] {
  const [owner, editor, member] = users;
  const [first, second] = tasks;
  if (!owner || !editor || !member || !first || !second) return [];
  const about = ({ task }: SeededTask) =>
    ({ target_type: 'task', target_id: task.id, target_name: task.name }) as const;
  const crm = {
    target_type: 'webhook',
    target_id: seedId('webhook', 1),
    target_name: 'CRM',
  } as const;
  const by = ({ id, name }: UserRow) => ({ actor_id: id, actor_name: name });
  const seeds: Seed[] = [
    { action: 'activateTaskRevision', ...about(first), changes: [change('active_revision', 1, 2)] },
    {
      action: 'deleteWebhook',
      ...crm,
      ...by(member),
      outcome: 'refused',
      reason: 'forbidden',
      count: 3,
    },
    {
      action: 'updateTask',
      ...about(second),
      ...by(editor),
      changes: [change('name', 'Ticket triage', second.task.name), change('tags', [], ['support'])],
    },
    {
      action: 'rotateWebhookSecret',
      ...crm,
      changes: [{ field: 'secret', before: null, after: null, is_hidden: true }],
    },
    {
      action: 'updateWebhook',
      ...crm,
      ...by(editor),
      changes: [
        change('url', 'https://crm.example.com/old', 'https://crm.example.com/hooks'),
        change('events', ['run.failed'], ['run.succeeded', 'run.failed']),
      ],
    },
    {
      action: 'changeDocuments',
      target_type: 'document',
      target_id: null,
      target_name: '',
      ...by(editor),
      count: 48,
    },
    {
      action: 'updateProject',
      target_type: 'project',
      target_id: PROJECT_ID,
      target_name: 'Support',
      changes: [change('run_retention_days', null, 90)],
    },
    { action: 'createTask', ...about(first), changes: [change('name', null, first.task.name)] },
  ];
  const count = scenario === 'large' ? LARGE : seeds.length;
  return Array.from({ length: count }, (_, index) => {
    const time = now - (index * 5 + 1) * HOUR;
    const seed = seeds[index % seeds.length] as Seed;
    return {
      id: firstIdAt('audit', time),
      org_id: ORG_ID,
      project_id: PROJECT_ID,
      outcome: 'done',
      actor_type: 'user',
      ...by(owner),
      person_id: null,
      changes: [],
      count: 1,
      reason: null,
      network: '203.0.113.7',
      request_id: seedId('req', 1000 + index),
      created_at: timestamp(time),
      last_at: timestamp(time),
      ...seed,
    };
  });
}
