import { type SQL, sql } from 'drizzle-orm';
import { effectiveRole } from '#core/access/permissions.ts';
import type { Standing, StandingPort } from '#domain/authorise.ts';
import type { Role } from '#generated/model/index.ts';
import type { Db } from '../db/client.ts';
import type { Invalidation } from './invalidation.ts';
import { createTtlCache } from './ttl-cache.ts';

/** Maximum age of cached roles. Changes on other nodes arrive by NOTIFY; this limits the effect of a lost one. */
const LIFETIME_MS = 30_000;
const SIZE = 20_000;

/** Looks up roles, with a cache that is invalidated by every change. */
export function createStanding(db: Db, invalidation: Invalidation): StandingPort {
  const standings = createTtlCache<Standing>(SIZE, LIFETIME_MS);
  const tasks = createTtlCache<string>(SIZE, LIFETIME_MS);
  let generation = 0;
  invalidation.on(({ org, project, user, task }) => {
    generation += 1;
    const gone = [org, project, user].filter((id) => id !== undefined);
    standings.deleteWhere((key) => gone.some((id) => key.split(' ').includes(id)));
    tasks.deleteWhere((id, projectId) => id === task || projectId === project);
  });

  /** Reads a value and caches it, unless something changed in the meantime. */
  async function keep<V>(read: () => Promise<V>, store: (value: V) => void): Promise<V> {
    const before = generation;
    const value = await read();
    if (generation === before) store(value);
    return value;
  }

  return {
    async of(userId, orgId, projectId) {
      const key = `${userId} ${orgId} ${projectId ?? ''}`;
      const known = standings.get(key);
      if (known) return known;
      return keep(
        () => readStanding(db, userId, orgId, projectId),
        (value) => value && standings.set(key, value),
      );
    },
    async projectOf(type, id) {
      if (type !== 'task') return undefined;
      const known = tasks.get(id);
      if (known) return known;
      return keep(
        () => readTaskProject(db, id),
        (value) => value && tasks.set(id, value),
      );
    },
  };
}

interface StandingRow extends Record<string, unknown> {
  org_role: Role | null;
  project_id: string | null;
  project_role: Role | null;
  shared: boolean;
}

async function readStanding(
  db: Db,
  userId: string,
  orgId: string,
  projectId: string | undefined,
): Promise<Standing | undefined> {
  const [row] = await rows<StandingRow>(
    db,
    sql`select om.role as org_role, p.id as project_id, pm.role as project_role,
      exists (select from project_member spm join project sp on sp.id = spm.project_id
        where spm.user_id = ${userId} and sp.org_id = o.id) as shared
    from org o
    left join org_member om on om.org_id = o.id and om.user_id = ${userId}
    left join project p on p.org_id = o.id and p.id = ${projectId ?? null}
    left join project_member pm on pm.project_id = p.id and pm.user_id = ${userId}
    where o.id = ${orgId}`,
  );
  if (!row) return undefined;
  const projectExists = row.project_id !== null;
  return {
    orgRole: row.org_role,
    projectRole: projectExists ? effectiveRole(row.org_role, row.project_role) : null,
    projectExists,
    seesOrg: row.org_role !== null || row.shared,
  };
}

async function readTaskProject(db: Db, id: string): Promise<string | undefined> {
  const [row] = await rows<{ project_id: string }>(
    db,
    sql`select project_id from task where id = ${id}`,
  );
  return row?.project_id;
}

async function rows<R extends Record<string, unknown>>(db: Db, query: SQL): Promise<R[]> {
  return (await db.execute<R>(query)).rows;
}
