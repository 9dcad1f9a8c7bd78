import type { Table, Where } from '../table.ts';
import type { Enrolled } from './credentials.ts';
import {
  identity,
  identityCode,
  identityError,
  identityFlow,
  identityLookupCode,
  identitySession,
  identitySigningKey,
  identityTotp,
  identityWebauthnKey,
} from './identity.tables.ts';

export const IDENTITY_TABLES = {
  identities: identity,
  sessions: identitySession,
  flows: identityFlow,
  codes: identityCode,
  totp: identityTotp,
  lookup: identityLookupCode,
  keys: identityWebauthnKey,
  errors: identityError,
  signingKeys: identitySigningKey,
};

/** Unique indexes that a write may violate. */
export const TAKEN = { email: 'identity_email_unique', key: 'identity_webauthn_key_pkey' };

type Rows = {
  [Name in keyof typeof IDENTITY_TABLES]: (typeof IDENTITY_TABLES)[Name]['$inferSelect'];
};
export type IdentityRow = Rows['identities'];
export type SessionRow = Rows['sessions'];
export type FlowRow = Rows['flows'];
export type FlowKind = FlowRow['kind'];
export type CodeRow = Rows['codes'];
export type WebauthnKeyRow = Rows['keys'];

/** The rows by table and key. */
export type IdentityTableData = { [Name in keyof Rows]: Record<string, Rows[Name]> };
export type IdentityTables = { [Name in keyof Rows]: Table<Rows[Name]> };

/** The tables of the identity service: over SQL on the server, in memory in the mocks. Their times are `Date`s. */
export interface IdentityRows extends IdentityTables {
  transaction<T>(work: (tx: IdentityRows) => Promise<T>): Promise<T>;
  /** Revokes an account's access other than sessions, when the account is given to somebody else. */
  endAccess(identityId: string): Promise<void>;
}

/** A session with its person: everything that access checks need. */
export interface SessionRecord {
  session: SessionRow;
  identity: IdentityRow;
}

export async function findRecord(
  { sessions, identities }: IdentityRows,
  where: Where<SessionRow>,
): Promise<SessionRecord | undefined> {
  const session = await sessions.find(where);
  const identity = session && (await identities.find({ id: session.identityId }));
  return identity && { session, identity };
}

/** Ends all sessions of a person except one. Returns how many. */
export async function deleteOtherSessions(
  { sessions }: IdentityRows,
  identityId: string,
  keep: string,
): Promise<number> {
  const before = await sessions.delete({ identityId, id: { lt: keep } });
  return before + (await sessions.delete({ identityId, id: { gt: keep } }));
}

/** Stores the changes of a submission, but not the attempt counter, so that it is never reset. */
export async function saveFlow(
  { flows }: IdentityRows,
  { id, submitCount: _, ...change }: FlowRow,
): Promise<void> {
  await flows.change({ id }, change);
}

/** Counts a submission (or takes one back) and returns the new count, parallel ones included. */
export function countSubmission(rows: IdentityRows, id: string, by: 1 | -1 = 1): Promise<number> {
  return rows.transaction(async ({ flows }) => {
    const flow = await flows.lock({ id });
    if (!flow) return Number.MAX_SAFE_INTEGER;
    const submitCount = flow.submitCount + by;
    await flows.change({ id }, { submitCount });
    return submitCount;
  });
}

/** A person's enrolled credentials, without their secrets. */
export interface Credentials extends Enrolled {
  /** Whether the backup codes can be shown again. */
  canReveal: boolean;
  passkeys: WebauthnKeyRow[];
  securityKeys: WebauthnKeyRow[];
}

export async function findCredentials(
  { identities, totp, lookup, keys }: IdentityRows,
  identityId: string,
): Promise<Credentials> {
  const code = await lookup.find({ identityId });
  const all = await keys.list({ where: { identityId }, order: ['createdAt', 'id'] });
  return {
    password: Boolean((await identities.find({ id: identityId }))?.passwordHash),
    totp: (await totp.find({ identityId })) !== undefined,
    lookup: code !== undefined,
    canReveal: code !== undefined && code.sealed !== null,
    passkeys: all.filter(({ kind }) => kind === 'passkey'),
    securityKeys: all.filter(({ kind }) => kind === 'webauthn'),
  };
}

/** Removes a person's second factors and keys. */
export async function deleteCredentials(
  { totp, lookup, keys }: IdentityRows,
  identityId: string,
): Promise<void> {
  for (const table of [totp, lookup, keys]) await table.delete({ identityId });
}
