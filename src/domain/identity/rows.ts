import type { Enrolled } from './credentials.ts';
import type {
  identity,
  identityCode,
  identityError,
  identityFlow,
  identitySession,
  identityTotp,
  identityWebauthnKey,
} from './identity.tables.ts';

export type IdentityRow = typeof identity.$inferSelect;
export type NewIdentityRow = typeof identity.$inferInsert;
export type SessionRow = typeof identitySession.$inferSelect;
export type FlowRow = typeof identityFlow.$inferSelect;
export type FlowKind = FlowRow['kind'];
export type CodeRow = typeof identityCode.$inferSelect;
export type ErrorRow = typeof identityError.$inferSelect;
export type TotpRow = typeof identityTotp.$inferSelect;
export type WebauthnKeyRow = typeof identityWebauthnKey.$inferSelect;

/** A session with its person: everything that access checks need. */
export interface SessionRecord {
  session: SessionRow;
  identity: IdentityRow;
}

/** A person's enrolled credentials, without their secrets. */
export interface Credentials extends Enrolled {
  /** Whether the backup codes can be shown again. */
  canReveal: boolean;
  passkeys: WebauthnKeyRow[];
  securityKeys: WebauthnKeyRow[];
}

/** The rows of the identity service: over SQL on the server, in memory in the mocks. */
export interface IdentityRows {
  transaction<T>(work: (tx: IdentityRows) => Promise<T>): Promise<T>;

  findIdentity(id: string): Promise<IdentityRow | undefined>;
  /** The identity with this email address (lower case). */
  findIdentityByEmail(email: string): Promise<IdentityRow | undefined>;
  /** Adds an identity; undefined if the email address is taken. */
  insertIdentity(row: NewIdentityRow): Promise<IdentityRow | undefined>;
  /**
   * Updates an identity; undefined if it no longer exists.
   * @throws Taken if the email address is taken
   */
  updateIdentity(id: string, change: Partial<IdentityRow>): Promise<IdentityRow | undefined>;
  /** Revokes an account's access other than sessions, when the account is given to somebody else. */
  endAccess(identityId: string): Promise<void>;

  /** The session whose token has this hash, whether or not it is active. */
  findSessionByToken(tokenHash: string): Promise<SessionRecord | undefined>;
  insertSession(row: SessionRow): Promise<void>;
  /** Updates a session; false if it no longer exists. */
  updateSession(id: string, change: Partial<SessionRow>): Promise<boolean>;
  /** A person's other active sessions, newest first. */
  listOtherSessions(
    current: SessionRow,
    limits: { now: Date; seenAfter: Date; limit: number; offset: number },
  ): Promise<SessionRow[]>;
  /** Ends one of a person's sessions; false if it doesn't exist. */
  deleteSession(identityId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a person except one. Returns how many. */
  deleteOtherSessions(identityId: string, keep: string): Promise<number>;
  deleteSessions(identityId: string): Promise<void>;

  findError(id: string): Promise<ErrorRow | undefined>;

  insertFlow(row: FlowRow): Promise<void>;
  findFlow(kind: FlowKind, id: string): Promise<FlowRow | undefined>;
  /** Stores the changes of a submission, but not the attempt counter, so that it is never reset. */
  saveFlow(flow: FlowRow): Promise<void>;
  /** Counts a submission (or takes one back) and returns the new count, parallel ones included. */
  countSubmission(id: string, by?: 1 | -1): Promise<number>;

  /** Replaces the flow's earlier codes with a new one. */
  replaceCode(row: CodeRow): Promise<void>;
  /** Uses up the flow's live code with this hash; undefined if there is none. */
  consumeCode(flowId: string, hash: string, now: Date): Promise<CodeRow | undefined>;
  findLiveCode(flowId: string, hash: string, now: Date): Promise<CodeRow | undefined>;
  /** The latest unused code that was sent to a person for flows of a kind, and that works until a time. */
  findLatestCode(identityId: string, kind: FlowKind, until: Date): Promise<CodeRow | undefined>;

  findCredentials(identityId: string): Promise<Credentials>;
  /** Removes a person's second factors and keys. */
  deleteCredentials(identityId: string): Promise<void>;
  findTotp(identityId: string): Promise<TotpRow | undefined>;
  putTotp(row: TotpRow): Promise<void>;
  /** Records the time step of an accepted code; false if it has already been used. */
  spendTotpCounter(identityId: string, counter: number): Promise<boolean>;
  deleteTotp(identityId: string): Promise<void>;
  /** Replaces the old backup codes with new ones. */
  replaceLookupCodes(identityId: string, codes: { hash: string; sealed: string }[]): Promise<void>;
  /** A person's backup codes, in order. */
  listLookupCodes(identityId: string): Promise<{ sealed: string | null; usedAt: Date | null }[]>;
  consumeLookupCode(
    identityId: string,
    hash: string,
    now: Date,
  ): Promise<'accepted' | 'used' | 'unknown'>;
  deleteLookupCodes(identityId: string): Promise<void>;
  /** Adds a key; false if its credential id is taken. */
  insertWebauthnKey(row: WebauthnKeyRow): Promise<boolean>;
  findWebauthnKey(id: string): Promise<WebauthnKeyRow | undefined>;
  setWebauthnCounter(id: string, counter: number): Promise<void>;
  deleteWebauthnKey(identityId: string, id: string): Promise<void>;
}
