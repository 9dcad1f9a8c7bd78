import { and, asc, desc, eq, gt, ilike, lt, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { dataset, datasetCase } from '../../db/schema/evaluation.ts';

export type DatasetRow = typeof dataset.$inferSelect;
export type CaseRow = typeof datasetCase.$inferSelect;

/** Datasets of a task, newest first, after the id. */
export function listDatasets(
  db: Db,
  taskId: string,
  page: { limit: number; after?: string | undefined },
): Promise<DatasetRow[]> {
  const after = page.after === undefined ? undefined : lt(dataset.id, page.after);
  return db
    .select()
    .from(dataset)
    .where(and(eq(dataset.taskId, taskId), after))
    .orderBy(desc(dataset.id))
    .limit(page.limit);
}

export function countDatasets(tx: Tx, taskId: string): Promise<number> {
  return tx.$count(dataset, eq(dataset.taskId, taskId));
}

/** A dataset of a task; with `lock`, held against changes by others until the transaction ends. */
export async function getDataset(
  db: Db | Tx,
  taskId: string,
  id: string,
  { lock = false } = {},
): Promise<DatasetRow | undefined> {
  const query = db
    .select()
    .from(dataset)
    .where(and(eq(dataset.id, id), eq(dataset.taskId, taskId)));
  const rows = await (lock ? query.for('update') : query);
  return rows[0];
}

export async function insertDataset(tx: Tx, row: DatasetRow): Promise<void> {
  await tx.insert(dataset).values(row);
}

/** Writes changed columns and counts the version up. */
export async function updateDataset(
  tx: Tx,
  id: string,
  change: Partial<Pick<DatasetRow, 'name' | 'checks'>>,
): Promise<DatasetRow> {
  const rows = await tx
    .update(dataset)
    .set({ ...change, version: sql`${dataset.version} + 1`, updatedAt: new Date() })
    .where(eq(dataset.id, id))
    .returning();
  const [row] = rows;
  if (!row) throw new Error(`Dataset ${id} went away within a transaction`);
  return row;
}

export async function deleteDataset(db: Db, taskId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(dataset)
    .where(and(eq(dataset.id, id), eq(dataset.taskId, taskId)))
    .returning({ id: dataset.id });
  return rows.length > 0;
}

/** Cases of a dataset, oldest first, after the id; all without a limit. */
export function listCases(
  db: Db | Tx,
  datasetId: string,
  page: { limit?: number; after?: string | undefined; q?: string | undefined } = {},
): Promise<CaseRow[]> {
  const pattern = page.q?.trim() ? containing(page.q) : undefined;
  const query = db
    .select()
    .from(datasetCase)
    .where(
      and(
        eq(datasetCase.datasetId, datasetId),
        page.after === undefined ? undefined : gt(datasetCase.id, page.after),
        pattern === undefined
          ? undefined
          : or(
              ilike(datasetCase.name, pattern),
              ilike(sql`${datasetCase.inputs}::text`, pattern),
              ilike(sql`${datasetCase.expected}::text`, pattern),
            ),
      ),
    )
    .orderBy(asc(datasetCase.id));
  return page.limit === undefined ? query : query.limit(page.limit);
}

/** Adds cases, and to the dataset's count of them. */
export async function insertCases(tx: Tx, datasetId: string, rows: CaseRow[]): Promise<void> {
  // A statement takes 65,535 parameters at most.
  for (let i = 0; i < rows.length; i += 1000) {
    await tx.insert(datasetCase).values(rows.slice(i, i + 1000));
  }
  await addToCount(tx, datasetId, rows.length);
}

export async function updateCase(
  db: Db,
  datasetId: string,
  id: string,
  change: Partial<Pick<CaseRow, 'name' | 'inputs' | 'expected'>>,
): Promise<CaseRow | undefined> {
  const at = and(eq(datasetCase.id, id), eq(datasetCase.datasetId, datasetId));
  if (Object.keys(change).length === 0) {
    const rows = await db.select().from(datasetCase).where(at);
    return rows[0];
  }
  const rows = await db.update(datasetCase).set(change).where(at).returning();
  return rows[0];
}

/** @returns whether there was one */
export async function deleteCase(tx: Tx, datasetId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(datasetCase)
    .where(and(eq(datasetCase.id, id), eq(datasetCase.datasetId, datasetId)))
    .returning({ id: datasetCase.id });
  if (rows.length > 0) await addToCount(tx, datasetId, -1);
  return rows.length > 0;
}

async function addToCount(tx: Tx, datasetId: string, cases: number): Promise<void> {
  await tx
    .update(dataset)
    .set({ cases: sql`${dataset.cases} + ${cases}`, updatedAt: new Date() })
    .where(eq(dataset.id, datasetId));
}
