import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { TaskDefinition } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { task, taskDraft, taskRevision } from '../../db/schema/task.ts';
import type { DraftRow } from './task.repository.ts';

export type RevisionRow = typeof taskRevision.$inferSelect;
/** A revision without its definition, as lists want it. */
export type RevisionHead = Omit<RevisionRow, 'definition'>;

const head = {
  taskId: taskRevision.taskId,
  number: taskRevision.number,
  note: taskRevision.note,
  authorId: taskRevision.authorId,
  authorName: taskRevision.authorName,
  createdAt: taskRevision.createdAt,
};

export async function getDraft(db: Db | Tx, taskId: string): Promise<DraftRow | undefined> {
  const rows = await db.select().from(taskDraft).where(eq(taskDraft.taskId, taskId));
  return rows[0];
}

/** The draft, held against changes by others until the transaction ends. */
export async function lockDraft(tx: Tx, taskId: string): Promise<DraftRow | undefined> {
  const rows = await tx.select().from(taskDraft).where(eq(taskDraft.taskId, taskId)).for('update');
  return rows[0];
}

/** Writes the draft's changed columns and counts its version up. */
export async function updateDraft(
  tx: Tx,
  taskId: string,
  change: Partial<DraftRow>,
): Promise<DraftRow> {
  const rows = await tx
    .update(taskDraft)
    .set({ ...change, version: sql`${taskDraft.version} + 1` })
    .where(eq(taskDraft.taskId, taskId))
    .returning();
  const [row] = rows;
  if (!row) throw new Error(`Task ${taskId} has no draft`);
  return row;
}

/** Notes which revision the draft was saved as: no write of its content, so its version stays. */
export async function setDraftBase(tx: Tx, taskId: string, number: number): Promise<void> {
  await tx.update(taskDraft).set({ baseRevision: number }).where(eq(taskDraft.taskId, taskId));
}

export async function insertRevision(tx: Tx, row: RevisionRow): Promise<void> {
  await tx.insert(taskRevision).values(row);
}

/** Revisions of a task, newest first, below the number `before`. */
export function listRevisions(
  db: Db,
  taskId: string,
  options: { limit: number; before?: number | undefined },
): Promise<RevisionHead[]> {
  const { before, limit } = options;
  return db
    .select(head)
    .from(taskRevision)
    .where(
      and(
        eq(taskRevision.taskId, taskId),
        before === undefined ? undefined : lt(taskRevision.number, before),
      ),
    )
    .orderBy(desc(taskRevision.number))
    .limit(limit);
}

export async function getRevision(
  db: Db | Tx,
  taskId: string,
  number: number,
): Promise<RevisionRow | undefined> {
  const rows = await db
    .select()
    .from(taskRevision)
    .where(and(eq(taskRevision.taskId, taskId), eq(taskRevision.number, number)));
  return rows[0];
}

/** What a run needs to know of a task, in one read. */
export interface RunnableTask {
  id: string;
  orgId: string;
  projectId: string;
  name: string;
  activeRevision: number | null;
  environments: Record<string, number>;
  archivedAt: Date | null;
  /** The active revision's; null when none is active. */
  definition: TaskDefinition | null;
}

export async function getRunnable(db: Db, taskId: string): Promise<RunnableTask | undefined> {
  const rows = await db
    .select({
      id: task.id,
      orgId: task.orgId,
      projectId: task.projectId,
      name: task.name,
      activeRevision: task.activeRevision,
      environments: task.environments,
      archivedAt: task.archivedAt,
      definition: taskRevision.definition,
    })
    .from(task)
    .leftJoin(
      taskRevision,
      and(eq(taskRevision.taskId, task.id), eq(taskRevision.number, task.activeRevision)),
    )
    .where(eq(task.id, taskId));
  return rows[0];
}
