import { randomUUID } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { identityError } from '#domain/identity/identity.tables.ts';
import type { ErrorRow } from '#domain/identity/rows.ts';
import { deleteInBatches } from '#server/db/deletion/in-batches.ts';
import type { Executor } from '#server/db/executor.ts';

/** Stores an error for the error page that the browser is sent to. Returns its id. */
export async function insertError(
  db: Executor,
  error: Record<string, unknown>,
  createdAt: Date,
): Promise<string> {
  const id = randomUUID();
  await db.insert(identityError).values({ id, error, createdAt });
  return id;
}

export async function findError(db: Executor, id: string): Promise<ErrorRow | undefined> {
  const [row] = await db.select().from(identityError).where(eq(identityError.id, id));
  return row;
}

export async function deleteErrorsBefore(db: Executor, before: Date): Promise<void> {
  await deleteInBatches(db, identityError, lt(identityError.createdAt, before));
}
