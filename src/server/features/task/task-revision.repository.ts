import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { RunnableTask, TaskDraftRow, TaskRevisionRow } from '#domain/task/task.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { task, taskDraft, taskRevision } from '../../db/schema/task.ts';

/** A revision without its definition, as lists want it. */
export type RevisionHead = Omit<TaskRevisionRow, 'definition'>;

const head = {
  task_id: taskRevision.task_id,
  number: taskRevision.number,
  note: taskRevision.note,
  author_id: taskRevision.author_id,
  author_name: taskRevision.author_name,
  created_at: taskRevision.created_at,
};

export async function getDraft(db: Db | Tx, taskId: string): Promise<TaskDraftRow | undefined> {
  const rows = await db.select().from(taskDraft).where(eq(taskDraft.task_id, taskId));
  return rows[0];
}

/** The draft, held against changes by others until the transaction ends. */
export async function lockDraft(tx: Tx, taskId: string): Promise<TaskDraftRow | undefined> {
  const rows = await tx.select().from(taskDraft).where(eq(taskDraft.task_id, taskId)).for('update');
  return rows[0];
}

/** Writes the draft's changed columns and counts its version up. */
export async function updateDraft(
  tx: Tx,
  taskId: string,
  change: Partial<TaskDraftRow>,
): Promise<TaskDraftRow> {
  const rows = await tx
    .update(taskDraft)
    .set({ ...change, version: sql`${taskDraft.version} + 1` })
    .where(eq(taskDraft.task_id, taskId))
    .returning();
  const [row] = rows;
  if (!row) throw new Error(`Task ${taskId} has no draft`);
  return row;
}

/** Notes which revision the draft was saved as: no write of its content, so its version stays. */
export async function setDraftBase(tx: Tx, taskId: string, number: number): Promise<void> {
  await tx.update(taskDraft).set({ base_revision: number }).where(eq(taskDraft.task_id, taskId));
}

export async function insertRevision(tx: Tx, row: TaskRevisionRow): Promise<void> {
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
        eq(taskRevision.task_id, taskId),
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
): Promise<TaskRevisionRow | undefined> {
  const rows = await db
    .select()
    .from(taskRevision)
    .where(and(eq(taskRevision.task_id, taskId), eq(taskRevision.number, number)));
  return rows[0];
}

/** What a call needs to know of a task, in one read. */
export async function getRunnable(db: Db, taskId: string): Promise<RunnableTask | undefined> {
  const rows = await db
    .select({
      id: task.id,
      org_id: task.org_id,
      project_id: task.project_id,
      name: task.name,
      active_revision: task.active_revision,
      environments: task.environments,
      archived_at: task.archived_at,
      definition: taskRevision.definition,
    })
    .from(task)
    .leftJoin(
      taskRevision,
      and(eq(taskRevision.task_id, task.id), eq(taskRevision.number, task.active_revision)),
    )
    .where(eq(task.id, taskId));
  return rows[0];
}
