import { eq } from 'drizzle-orm';
import { identity } from '#domain/identity/identity.tables.ts';
import type { IdentityRow, NewIdentityRow } from '#domain/identity/rows.ts';
import { Taken } from '#domain/table.ts';
import { uniqueViolation } from '#server/db/errors.ts';
import type { Executor } from '#server/db/executor.ts';

/** The identity with this id. */
export async function findIdentity(db: Executor, id: string): Promise<IdentityRow | undefined> {
  const [row] = await db.select().from(identity).where(eq(identity.id, id));
  return row;
}

/** The identity with this email address (lower case). */
export async function findIdentityByEmail(
  db: Executor,
  email: string,
): Promise<IdentityRow | undefined> {
  const [row] = await db.select().from(identity).where(eq(identity.email, email));
  return row;
}

/** Adds an identity; undefined if the email address is taken. */
export async function insertIdentity(
  db: Executor,
  row: NewIdentityRow,
): Promise<IdentityRow | undefined> {
  const [made] = await db.insert(identity).values(row).onConflictDoNothing().returning();
  return made;
}

/** Deletes an account with everything that belongs to it. */
export async function deleteIdentity(db: Executor, id: string): Promise<void> {
  await db.delete(identity).where(eq(identity.id, id));
}

/** Updates an identity; undefined if it no longer exists. @throws Taken if the email address is taken. */
export async function updateIdentity(
  db: Executor,
  id: string,
  change: Partial<IdentityRow>,
): Promise<IdentityRow | undefined> {
  try {
    const [row] = await db.update(identity).set(change).where(eq(identity.id, id)).returning();
    return row;
  } catch (error) {
    const index = uniqueViolation(error);
    throw index === undefined ? error : new Taken(index, { cause: error });
  }
}
