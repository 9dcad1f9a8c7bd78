import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import {
  identity,
  identityLookupCode,
  identityTotp,
  identityWebauthnKey,
} from '#domain/identity/identity.tables.ts';
import type { Credentials, TotpRow, WebauthnKeyRow } from '#domain/identity/rows.ts';
import type { Executor } from '#server/db/executor.ts';

/** The enrolled credentials of a person. */
export async function findCredentials(db: Executor, identityId: string): Promise<Credentials> {
  const [person] = await db
    .select({ passwordHash: identity.passwordHash, totp: identityTotp.createdAt })
    .from(identity)
    .leftJoin(identityTotp, eq(identityTotp.identityId, identity.id))
    .where(eq(identity.id, identityId));
  const [code] = await db
    .select({ sealed: identityLookupCode.sealed })
    .from(identityLookupCode)
    .where(eq(identityLookupCode.identityId, identityId))
    .limit(1);
  const keys = await db
    .select()
    .from(identityWebauthnKey)
    .where(eq(identityWebauthnKey.identityId, identityId))
    .orderBy(asc(identityWebauthnKey.createdAt), asc(identityWebauthnKey.id));
  return {
    password: Boolean(person?.passwordHash),
    totp: Boolean(person?.totp),
    lookup: code !== undefined,
    canReveal: code !== undefined && code.sealed !== null,
    passkeys: keys.filter((key) => key.kind === 'passkey'),
    securityKeys: keys.filter((key) => key.kind === 'webauthn'),
  };
}

export async function findTotp(db: Executor, identityId: string): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(identityTotp).where(eq(identityTotp.identityId, identityId));
  return row;
}

export async function putTotp(db: Executor, row: TotpRow): Promise<void> {
  const { identityId: _, ...set } = row;
  await db
    .insert(identityTotp)
    .values(row)
    .onConflictDoUpdate({ target: identityTotp.identityId, set });
}

/** Records the time step of an accepted code; false if it has already been used. */
export async function spendTotpCounter(
  db: Executor,
  identityId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .update(identityTotp)
    .set({ lastCounter: counter })
    .where(and(eq(identityTotp.identityId, identityId), lt(identityTotp.lastCounter, counter)))
    .returning({ id: identityTotp.identityId });
  return rows.length > 0;
}

export async function deleteTotp(db: Executor, identityId: string): Promise<void> {
  await db.delete(identityTotp).where(eq(identityTotp.identityId, identityId));
}

export async function deleteLookupCodes(db: Executor, identityId: string): Promise<void> {
  await db.delete(identityLookupCode).where(eq(identityLookupCode.identityId, identityId));
}

/** Replaces the old backup codes with new ones. */
export async function replaceLookupCodes(
  db: Executor,
  identityId: string,
  codes: { hash: string; sealed: string }[],
): Promise<void> {
  await deleteLookupCodes(db, identityId);
  await db
    .insert(identityLookupCode)
    .values(codes.map((code, position) => ({ identityId, position, ...code })));
}

/** A person's backup codes, in order. */
export function listLookupCodes(db: Executor, identityId: string) {
  return db
    .select({ sealed: identityLookupCode.sealed, usedAt: identityLookupCode.usedAt })
    .from(identityLookupCode)
    .where(eq(identityLookupCode.identityId, identityId))
    .orderBy(asc(identityLookupCode.position));
}

/** Uses up a backup code. Returns whether it was valid, already used, or unknown. */
export async function consumeLookupCode(
  db: Executor,
  identityId: string,
  hash: string,
  now: Date,
): Promise<'accepted' | 'used' | 'unknown'> {
  const mine = and(
    eq(identityLookupCode.identityId, identityId),
    eq(identityLookupCode.hash, hash),
  );
  const taken = await db
    .update(identityLookupCode)
    .set({ usedAt: now })
    .where(and(mine, isNull(identityLookupCode.usedAt)))
    .returning({ position: identityLookupCode.position });
  if (taken.length > 0) return 'accepted';
  const [known] = await db
    .select({ position: identityLookupCode.position })
    .from(identityLookupCode)
    .where(mine);
  return known ? 'used' : 'unknown';
}

/** Adds a key; false if its credential id is taken. */
export async function insertWebauthnKey(db: Executor, row: WebauthnKeyRow): Promise<boolean> {
  const rows = await db
    .insert(identityWebauthnKey)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: identityWebauthnKey.id });
  return rows.length > 0;
}

export async function findWebauthnKey(
  db: Executor,
  id: string,
): Promise<WebauthnKeyRow | undefined> {
  const [row] = await db.select().from(identityWebauthnKey).where(eq(identityWebauthnKey.id, id));
  return row;
}

export async function setWebauthnCounter(db: Executor, id: string, counter: number): Promise<void> {
  await db.update(identityWebauthnKey).set({ counter }).where(eq(identityWebauthnKey.id, id));
}

export async function deleteWebauthnKey(
  db: Executor,
  identityId: string,
  id: string,
): Promise<void> {
  await db
    .delete(identityWebauthnKey)
    .where(and(eq(identityWebauthnKey.id, id), eq(identityWebauthnKey.identityId, identityId)));
}

/** Removes a person's second factors and keys. */
export async function deleteCredentials(db: Executor, identityId: string): Promise<void> {
  await deleteTotp(db, identityId);
  await deleteLookupCodes(db, identityId);
  await db.delete(identityWebauthnKey).where(eq(identityWebauthnKey.identityId, identityId));
}
