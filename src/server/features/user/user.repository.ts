import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { user } from '../../db/schema/user.ts';

export type UserRow = typeof user.$inferSelect;
type UserChange = Partial<typeof user.$inferInsert>;

export async function findUser(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  return row;
}

export async function updateUser(db: Db | Tx, id: string, change: UserChange) {
  const [row] = await db
    .update(user)
    .set({ ...change, updated_at: new Date().toISOString() })
    .where(eq(user.id, id))
    .returning();
  return row;
}

/** Whether anybody shows this picture: equal pictures are one file. */
export async function isAvatarUsed(db: Db, avatar: string): Promise<boolean> {
  const rows = await db.select({ id: user.id }).from(user).where(eq(user.avatar, avatar)).limit(1);
  return rows.length > 0;
}
