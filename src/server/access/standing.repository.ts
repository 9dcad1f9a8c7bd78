import { eq, sql } from 'drizzle-orm';
import { effectiveRole } from '#core/access/permissions.ts';
import type { SharedWith } from '#domain/access/shared-of.ts';
import type { Standing } from '#domain/authorise.ts';
import { chat } from '#domain/chat/chat.tables.ts';
import type { ChatOwnership } from '#domain/chat/chat-access.ts';
import { run } from '#domain/run/run.tables.ts';
import type { Role } from '#generated/model/index.ts';
import type { Db } from '../db/client.ts';

interface StandingRow extends Record<string, unknown> {
  org_role: Role | null;
  project_id: string | null;
  project_role: Role | null;
  shared: boolean;
  /** In JSON; times are in the database's format. */
  shares: SharedWith[] | null;
}

/** What is deleted has no standing, so no request reaches it. */
export async function readStanding(
  db: Db,
  userId: string,
  orgId: string,
  projectId: string | undefined,
): Promise<Standing | undefined> {
  const { rows } = await db.execute<StandingRow>(
    sql`select om.role as org_role, p.id as project_id, pm.role as project_role,
      exists (select from project_member spm join project sp on sp.id = spm.project_id
        where spm.user_id = ${userId} and sp.org_id = o.id and sp.deleted_at is null) as shared,
      (select json_agg(json_build_object('thing_id', s.thing_id, 'level', s.level, 'expires_at', s.expires_at))
        from share s where s.user_id = ${userId} and s.project_id = p.id and s.org_id = o.id) as shares
    from org o
    left join org_member om on om.org_id = o.id and om.user_id = ${userId}
    left join project p on p.org_id = o.id and p.id = ${projectId ?? null} and p.deleted_at is null
    left join project_member pm on pm.project_id = p.id and pm.user_id = ${userId}
    where o.id = ${orgId} and o.deleted_at is null`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const projectExists = row.project_id !== null;
  return {
    orgRole: row.org_role,
    projectRole: projectExists ? effectiveRole(row.org_role, row.project_role) : null,
    projectExists,
    seesOrg: row.org_role !== null || row.shared,
    shares: (row.shares ?? []).map(({ expires_at, ...share }) => ({
      ...share,
      expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    })),
  };
}

/** Requests of apps and guests ask for this. The whole row contains inputs and outputs. */
export async function readRun(
  db: Db,
  id: string,
): Promise<{ task_id: string; caller_id: string } | undefined> {
  const { task_id, caller_id } = run;
  const [row] = await db.select({ task_id, caller_id }).from(run).where(eq(run.id, id));
  return row;
}

/** Each request of a chat asks for this. The whole row contains its settings. */
export async function readChatOwnership(
  db: Db,
  chatId: string,
): Promise<ChatOwnership | undefined> {
  const { id, project_id, owner_id, audience } = chat;
  const columns = { id, project_id, owner_id, audience };
  const [row] = await db.select(columns).from(chat).where(eq(chat.id, chatId));
  return row;
}
