import { newId } from '#core/ids.ts';
import type { AuditChange, AuditTargetType } from '#generated/model/index.ts';
import type { Stores } from '../stores.ts';
import type { AuditEntryRow } from './audit.tables.ts';
import type { Origin } from './origin.ts';

/** What happened to one thing, or to many of a kind. */
export interface Recorded {
  action: string;
  /** Without an id, the entry is about `count` things of this type. */
  target: { type: AuditTargetType; id?: string | null; name?: string | null };
  changes?: AuditChange[];
  count?: number;
  /** Where it happened, if the origin doesn't say so. */
  orgId?: string | undefined;
  projectId?: string | undefined;
}

/** The longest name of a thing that is kept. */
const NAME_MAX = 200;

/**
 * Records a change in its transaction: if the change is rolled back, no entry stays, and if the entry can't be written,
 * neither is the change. Operations don't need this: `audited` records them. It is for changes that no operation
 * makes, such as those of jobs.
 * @throws TypeError when no organisation is given
 */
export async function record(
  { audit }: Pick<Stores, 'audit'>,
  origin: Origin,
  recorded: Recorded | readonly Recorded[],
): Promise<void> {
  const rows = [recorded].flat().map((one) => toEntry(origin, one as Recorded));
  if (rows.length > 0) await audit.entries.insert(rows);
}

function toEntry(
  { actor, network, requestId, ...place }: Origin,
  recorded: Recorded,
): AuditEntryRow {
  const { action, target, changes = [], count = 1 } = recorded;
  const orgId = place.orgId ?? recorded.orgId;
  if (orgId === undefined) throw new TypeError(`No organisation for the audit log of ${action}`);
  const now = new Date().toISOString();
  return {
    id: newId('audit'),
    org_id: orgId,
    project_id: place.projectId ?? recorded.projectId ?? null,
    outcome: 'done',
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    person_id: actor.personId,
    network,
    request_id: requestId,
    target_type: target.type,
    target_id: target.id ?? null,
    target_name: target.name?.slice(0, NAME_MAX) ?? '',
    changes,
    count,
    reason: null,
    created_at: now,
    last_at: now,
  };
}
