import { and, asc, count, eq, gt, ilike, isNotNull, sql } from 'drizzle-orm';
import type { Role } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { org } from '../../db/schema/org.ts';
import { project, projectMember } from '../../db/schema/project.ts';

export type ProjectRow = typeof project.$inferSelect;

interface ProjectFilter {
  orgId: string;
  userId: string;
  /** Only those in which the person has a role of their own. */
  onlyShared: boolean;
  q: string | undefined;
  /** Only projects after this id. */
  after: string | undefined;
  limit: number;
}

/** Projects of an organisation, the oldest first, each with the role given to the person in it alone. */
export async function listProjects(
  db: Db,
  { orgId, userId, onlyShared, q, after, limit }: ProjectFilter,
): Promise<{ project: ProjectRow; role: Role | null }[]> {
  return db
    .select({ project, role: projectMember.role })
    .from(project)
    .leftJoin(
      projectMember,
      and(eq(projectMember.project_id, project.id), eq(projectMember.user_id, userId)),
    )
    .where(
      and(
        eq(project.org_id, orgId),
        onlyShared ? isNotNull(projectMember.role) : undefined,
        after === undefined ? undefined : gt(project.id, after),
        q?.trim() ? ilike(project.name, containing(q)) : undefined,
      ),
    )
    .orderBy(asc(project.id))
    .limit(limit);
}

export async function findProject(db: Db | Tx, id: string): Promise<ProjectRow | undefined> {
  const [row] = await db.select().from(project).where(eq(project.id, id));
  return row;
}

/** The project, nobody else writing it until the transaction ends. */
export async function lockProject(tx: Tx, id: string): Promise<ProjectRow | undefined> {
  const [row] = await tx.select().from(project).where(eq(project.id, id)).for('update');
  return row;
}

export async function insertProject(db: Db | Tx, values: typeof project.$inferInsert) {
  const [row] = await db.insert(project).values(values).returning();
  return row;
}

/** What of a project its editors change. */
export type ProjectChange = Partial<Pick<ProjectRow, 'name' | 'run_retention_days'>>;

export async function updateProject(tx: Tx, id: string, change: ProjectChange) {
  const [row] = await tx
    .update(project)
    .set({ ...change, version: sql`${project.version} + 1`, updated_at: new Date().toISOString() })
    .where(eq(project.id, id))
    .returning();
  return row;
}

/** How many projects an organisation has, nobody else taking one away until the transaction ends. */
export async function lockAndCountProjects(tx: Tx, orgId: string): Promise<number> {
  await tx.select({ id: org.id }).from(org).where(eq(org.id, orgId)).for('update');
  const [row] = await tx.select({ count: count() }).from(project).where(eq(project.org_id, orgId));
  return row?.count ?? 0;
}

export async function deleteProject(tx: Tx, id: string): Promise<void> {
  await tx.delete(project).where(eq(project.id, id));
}
