import { asc } from 'drizzle-orm';
import { identitySigningKey } from '#domain/identity/identity.tables.ts';
import type { Executor } from '#server/db/executor.ts';

export type SigningKeyRow = typeof identitySigningKey.$inferSelect;

/** All signing keys, oldest first. */
export async function listSigningKeys(db: Executor): Promise<SigningKeyRow[]> {
  return db
    .select()
    .from(identitySigningKey)
    .orderBy(asc(identitySigningKey.createdAt), asc(identitySigningKey.id));
}

export async function insertSigningKey(db: Executor, row: SigningKeyRow): Promise<void> {
  await db.insert(identitySigningKey).values(row).onConflictDoNothing();
}
