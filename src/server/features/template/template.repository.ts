import { and, desc, eq, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { template } from '../../db/schema/template.ts';

export type TemplateRow = typeof template.$inferSelect;

/** Templates of an organisation, newest first, older than the id `before`; up to `limit` rows. */
export function listTemplates(
  db: Db,
  orgId: string,
  options: {
    q?: string | undefined;
    tag?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<TemplateRow[]> {
  const { q, tag, before, limit } = options;
  const conditions: (SQL | undefined)[] = [
    eq(template.orgId, orgId),
    before === undefined ? undefined : lt(template.id, before),
    tag === undefined ? undefined : sql`${template.tags} @> ${JSON.stringify([tag])}::jsonb`,
    ...(q ?? '').split(/\s+/).filter(Boolean).map(holding),
  ];
  return db
    .select()
    .from(template)
    .where(and(...conditions))
    .orderBy(desc(template.id))
    .limit(limit);
}

export async function getTemplate(
  db: Db,
  orgId: string,
  id: string,
): Promise<TemplateRow | undefined> {
  const rows = await db
    .select()
    .from(template)
    .where(and(eq(template.id, id), eq(template.orgId, orgId)));
  return rows[0];
}

export async function insertTemplate(db: Db, row: TemplateRow): Promise<void> {
  await db.insert(template).values(row);
}

/** @returns the row as it is now, or undefined when it is not there */
export async function updateTemplate(
  db: Db,
  orgId: string,
  id: string,
  values: Partial<TemplateRow>,
): Promise<TemplateRow | undefined> {
  const rows = await db
    .update(template)
    .set(values)
    .where(and(eq(template.id, id), eq(template.orgId, orgId)))
    .returning();
  return rows[0];
}

/** @returns whether it was there */
export async function deleteTemplate(db: Db, orgId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(template)
    .where(and(eq(template.id, id), eq(template.orgId, orgId)))
    .returning({ id: template.id });
  return gone.length > 0;
}

function holding(word: string): SQL | undefined {
  const pattern = containing(word);
  return or(
    ilike(template.name, pattern),
    ilike(template.description, pattern),
    ilike(sql`${template.tags}::text`, pattern),
  );
}
