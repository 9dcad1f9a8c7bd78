import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { identity } from '#server/db/schema/identity.ts';

export type IdentityRow = typeof identity.$inferSelect;

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
  row: typeof identity.$inferInsert,
): Promise<IdentityRow | undefined> {
  const [made] = await db.insert(identity).values(row).onConflictDoNothing().returning();
  return made;
}

/** Updates an identity; undefined if it no longer exists. @throws 23505 if the email address is taken. */
/** Deletes an account with everything that belongs to it. */
export async function deleteIdentity(db: Executor, id: string): Promise<void> {
  await db.delete(identity).where(eq(identity.id, id));
}

export async function updateIdentity(
  db: Executor,
  id: string,
  change: Partial<IdentityRow>,
): Promise<IdentityRow | undefined> {
  const [row] = await db.update(identity).set(change).where(eq(identity.id, id)).returning();
  return row;
}
