import { and, desc, eq, getTableColumns, gt, lt, ne, or } from 'drizzle-orm';
import { identity, identitySession } from '#domain/identity/identity.tables.ts';
import type { SessionRecord, SessionRow } from '#domain/identity/rows.ts';
import { deleteInBatches } from '#server/db/deletion/in-batches.ts';
import type { Executor } from '#server/db/executor.ts';

const both = {
  session: getTableColumns(identitySession),
  identity: getTableColumns(identity),
};

/** The session whose token has this hash, whether or not it is active. */
export async function findSessionByToken(
  db: Executor,
  tokenHash: string,
): Promise<SessionRecord | undefined> {
  const [row] = await db
    .select(both)
    .from(identitySession)
    .innerJoin(identity, eq(identity.id, identitySession.identityId))
    .where(eq(identitySession.tokenHash, tokenHash));
  return row;
}

/** The session with this id, unless it has expired or belongs to someone who isn't allowed to sign in. */
export async function findLiveSession(
  db: Executor,
  id: string,
  now: Date,
): Promise<SessionRecord | undefined> {
  const [row] = await db
    .select(both)
    .from(identitySession)
    .innerJoin(identity, eq(identity.id, identitySession.identityId))
    .where(
      and(
        eq(identitySession.id, id),
        gt(identitySession.expiresAt, now),
        eq(identity.state, 'active'),
      ),
    );
  return row;
}

export async function insertSession(db: Executor, row: SessionRow): Promise<void> {
  await db.insert(identitySession).values(row);
}

/** Updates a session; false if it no longer exists. */
export async function updateSession(
  db: Executor,
  id: string,
  change: Partial<SessionRow>,
): Promise<boolean> {
  const rows = await db
    .update(identitySession)
    .set(change)
    .where(eq(identitySession.id, id))
    .returning({ id: identitySession.id });
  return rows.length > 0;
}

/** A person's other active sessions, newest first. */
export async function listOtherSessions(
  db: Executor,
  current: SessionRow,
  limits: { now: Date; seenAfter: Date; limit: number; offset: number },
): Promise<SessionRow[]> {
  return db
    .select()
    .from(identitySession)
    .where(
      and(
        eq(identitySession.identityId, current.identityId),
        ne(identitySession.id, current.id),
        gt(identitySession.expiresAt, limits.now),
        gt(identitySession.lastSeenAt, limits.seenAfter),
      ),
    )
    .orderBy(desc(identitySession.issuedAt), desc(identitySession.id))
    .limit(limits.limit)
    .offset(limits.offset);
}

/** Ends one of a person's sessions; false if it doesn't exist. */
export async function deleteSession(
  db: Executor,
  identityId: string,
  id: string,
): Promise<boolean> {
  const rows = await db
    .delete(identitySession)
    .where(and(eq(identitySession.id, id), eq(identitySession.identityId, identityId)))
    .returning({ id: identitySession.id });
  return rows.length > 0;
}

/** Ends all sessions of a person except one. Returns how many. */
export async function deleteOtherSessions(
  db: Executor,
  identityId: string,
  keep: string,
): Promise<number> {
  const rows = await db
    .delete(identitySession)
    .where(and(eq(identitySession.identityId, identityId), ne(identitySession.id, keep)))
    .returning({ id: identitySession.id });
  return rows.length;
}

/** Ends all sessions of a person. */
export async function deleteSessions(db: Executor, identityId: string): Promise<void> {
  await db.delete(identitySession).where(eq(identitySession.identityId, identityId));
}

/** Deletes ended sessions. Returns how many. */
export async function deleteDeadSessions(
  db: Executor,
  now: Date,
  seenAfter: Date,
): Promise<number> {
  const isDead = or(lt(identitySession.expiresAt, now), lt(identitySession.lastSeenAt, seenAfter));
  return deleteInBatches(db, identitySession, isDead);
}
