import type { IdentityRows, SessionRecord, WebauthnKeyRow } from './rows.ts';
import type { ResolvedSettings, ThrottleName } from './settings.ts';
import type { FlowMessage } from './texts.ts';
import type { Traits } from './traits.ts';

/** The part of a logger that we use. Those of pino and Fastify qualify. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Encryption and keyed hashing. Each purpose has its own key. */
export interface Vault {
  encrypt(purpose: string, text: string): string;
  /** @throws Error if no secret decrypts it. */
  decrypt(purpose: string, sealed: string): string;
  /** Keyed hash with the current secret. */
  mac(purpose: string, text: string): string;
  /** The hash with each secret, the current one first. For values that outlive a rotation. */
  macs(purpose: string, text: string): string[];
}

/** Counters that slow down guessing, by name and key. */
export interface Throttle {
  /**
   * Takes one point.
   * @throws IdentityError 429 with Retry-After if none is left.
   */
  consume(name: ThrottleName, ...key: string[]): Promise<void>;
  /** Counts an attempt without refusing it. Returns how many there were in the window, including this one. */
  count(name: ThrottleName, ...key: string[]): Promise<number>;
  /** How many attempts there were in the window. */
  read(name: ThrottleName, ...key: string[]): Promise<number>;
  /** Returns one point, because the attempt succeeded. */
  refund(name: ThrottleName, ...key: string[]): Promise<void>;
  /** Returns all points, after a success. */
  reset(name: ThrottleName, ...key: string[]): Promise<void>;
}

/** An attempt that has to wait. */
export interface Attempt {
  account: string;
  network: string;
  /** Earlier failures for this account from this network. */
  failures: number;
  /** Milliseconds. */
  delay: number;
  /** Whether so little has failed from this network that the attempt is never refused. */
  isFresh: boolean;
  /** Milliseconds between two attempts at the account, unless they are fresh; 0 if they don't take turns. */
  turn: number;
  /** Calls back when the client has gone. Returns a function that stops listening. */
  onGone(leave: () => void): () => void;
}

/** An email about somebody's account. */
export interface IdentityMail {
  kind: 'security';
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-time code in it, if any. */
  code?: string;
}

/** How passwords are hashed and judged. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (the person is unknown or has no password), it takes just as long and returns false. */
  verify(stored: string | null | undefined, password: string): Promise<boolean>;
  /** Whether a hash was created with other cost settings than the current ones. */
  isOutdated(stored: string): boolean;
  /** The problems of a new password. Empty if it is acceptable. */
  faults(password: string, traits: Traits): Promise<FlowMessage[]>;
}

export type NewKey = Pick<WebauthnKeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>;

/** Passkeys and security keys. */
export interface Keys {
  /** A challenge of 256 random bits, base64url. It can be used once. */
  newChallenge(): string;
  /** Options for `navigator.credentials.get`, as JSON. Without keys, any passkey is accepted. */
  assertionOptions(challenge: string, keys?: WebauthnKeyRow[]): string;
  /** Options for `navigator.credentials.create`. */
  creationOptions(
    challenge: string,
    kind: WebauthnKeyRow['kind'],
    person: { id: string; email: string; name: string },
    known?: WebauthnKeyRow[],
  ): object;
  /** The key in a browser's creation response; undefined if the response is invalid. */
  verifyCreation(
    challenge: string,
    kind: WebauthnKeyRow['kind'],
    response: string,
  ): Promise<NewKey | undefined>;
  /** The credential id that a response claims. */
  claimedId(response: string): string | undefined;
  /** The key's new counter; undefined if the response is invalid. */
  verifyAssertion(
    challenge: string,
    key: WebauthnKeyRow,
    response: string,
  ): Promise<number | undefined>;
  /** The subresource integrity of the script that Ory's nodes call. */
  scriptIntegrity: string;
}

/** Dependencies that all parts of the identity service share. */
export interface IdentityContext {
  rows: IdentityRows;
  settings: ResolvedSettings;
  clock: () => Date;
  log: Logger;
  mail: { send(mail: IdentityMail): Promise<void> };
  throttle: Throttle;
  /** Returns after the attempt's delay, or throws IdentityError 429 if too many are waiting. */
  waitingRoom: { wait(attempt: Attempt): Promise<void> };
  vault: Vault;
  passwords: Passwords;
  /** Undefined where passkeys and security keys aren't offered. */
  keys: Keys | undefined;
  random: {
    /** A token of 256 random bits with Ory's prefix for its kind. */
    token(prefix: string): string;
    /** A code of some digits. */
    code(digits: number): string;
    /** A whole number below another one. */
    below(limit: number): number;
  };
  /** A hash for random tokens that need no key. */
  hash(text: string): string;
  /** Signs the token of `tokenize_as`. */
  sign(record: SessionRecord): Promise<string>;
  /** Notifies all nodes that a person's sessions, name or address changed. Call it after the change has committed. */
  announce(identityId: string): Promise<void>;
}

/** The current time plus a duration in milliseconds. */
export function later(ctx: IdentityContext, milliseconds: number): Date {
  return new Date(ctx.clock().getTime() + milliseconds);
}

/** A new challenge; empty where there are no keys. */
export function newChallenge({ keys }: IdentityContext): string {
  return keys?.newChallenge() ?? '';
}
