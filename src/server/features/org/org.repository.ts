import { and, asc, eq, gt, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Membership, Role } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { org, orgMember } from '../../db/schema/org.ts';

export type OrgRow = typeof org.$inferSelect;

interface OrgFilter {
  userId: string;
  membership: Membership;
  q: string | undefined;
  /** Only organisations after this id. */
  after: string | undefined;
  limit: number;
}

/** The organisations that a person belongs to or has a project of, the oldest first. */
export async function listOrgs(
  db: Db,
  filter: OrgFilter,
): Promise<{ org: OrgRow; role: Role | null }[]> {
  const isMember = isNotNull(orgMember.role);
  const isShared = and(
    isNull(orgMember.role),
    sql`exists (select from project_member pm join project p on p.id = pm.project_id
      where pm.user_id = ${filter.userId} and p.org_id = ${org.id})`,
  );
  const wanted: Record<Membership, SQL | undefined> = {
    member: isMember,
    shared: isShared,
    any: or(isMember, isShared),
  };
  return db
    .select({ org, role: orgMember.role })
    .from(org)
    .leftJoin(orgMember, and(eq(orgMember.org_id, org.id), eq(orgMember.user_id, filter.userId)))
    .where(
      and(
        wanted[filter.membership],
        filter.after === undefined ? undefined : gt(org.id, filter.after),
        filter.q?.trim() ? ilike(org.name, containing(filter.q)) : undefined,
      ),
    )
    .orderBy(asc(org.id))
    .limit(filter.limit);
}

export async function findOrg(db: Db | Tx, id: string): Promise<OrgRow | undefined> {
  const [row] = await db.select().from(org).where(eq(org.id, id));
  return row;
}

/** The organisation, nobody else writing it until the transaction ends. */
export async function lockOrg(tx: Tx, id: string): Promise<OrgRow | undefined> {
  const [row] = await tx.select().from(org).where(eq(org.id, id)).for('update');
  return row;
}

export async function insertOrg(tx: Tx, id: string, name: string): Promise<void> {
  await tx.insert(org).values({ id, name });
}

export async function insertOrgMember(tx: Tx, orgId: string, userId: string, role: Role) {
  await tx.insert(orgMember).values({ org_id: orgId, user_id: userId, role });
}

export async function renameOrg(tx: Tx, id: string, name: string): Promise<OrgRow | undefined> {
  const [row] = await tx
    .update(org)
    .set({ name, version: sql`${org.version} + 1`, updated_at: new Date().toISOString() })
    .where(eq(org.id, id))
    .returning();
  return row;
}

export async function deleteOrg(db: Db, id: string): Promise<void> {
  await db.delete(org).where(eq(org.id, id));
}
