import { and, eq, lt, sql } from 'drizzle-orm';
import { identityFlow } from '#domain/identity/identity.tables.ts';
import type { FlowKind, FlowRow } from '#domain/identity/rows.ts';
import { deleteInBatches } from '#server/db/deletion/in-batches.ts';
import type { Executor } from '#server/db/executor.ts';

export async function insertFlow(db: Executor, row: FlowRow): Promise<void> {
  await db.insert(identityFlow).values(row);
}

/** The flow with this kind and id. */
export async function findFlow(
  db: Executor,
  kind: FlowKind,
  id: string,
): Promise<FlowRow | undefined> {
  const [row] = await db
    .select()
    .from(identityFlow)
    .where(and(eq(identityFlow.id, id), eq(identityFlow.kind, kind)));
  return row;
}

/** Stores the changes of a submission. The attempt counter is updated separately, so that it is never reset. */
export async function saveFlow(db: Executor, flow: FlowRow): Promise<void> {
  const { id, submitCount: _, ...change } = flow;
  await db.update(identityFlow).set(change).where(eq(identityFlow.id, id));
}

/** Counts a submission (or takes one back) and returns the new count. Atomic, so parallel guesses are all counted. */
export async function countSubmission(db: Executor, id: string, by: 1 | -1 = 1): Promise<number> {
  const [row] = await db
    .update(identityFlow)
    .set({ submitCount: sql`${identityFlow.submitCount} + ${by}` })
    .where(eq(identityFlow.id, id))
    .returning({ count: identityFlow.submitCount });
  return row?.count ?? Number.MAX_SAFE_INTEGER;
}

/** Deletes the flows that expired before the given time. Returns how many. */
export async function deleteFlowsBefore(db: Executor, before: Date): Promise<number> {
  return deleteInBatches(db, identityFlow, lt(identityFlow.expiresAt, before));
}
