import type { Executor } from '#server/db/executor.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { WaitingRoom } from './methods/waiting-room.ts';
import type { Throttle } from './repositories/throttle.repository.ts';
import type { ResolvedSettings } from './settings.ts';
import type { Vault } from './vault.ts';

/** The part of a logger that we use. Those of pino and Fastify qualify. */
export interface Logger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Dependencies that all parts of the identity service share. */
export interface IdentityContext {
  db: Executor;
  settings: ResolvedSettings;
  clock: () => Date;
  log: Logger;
  mail: Mailer;
  throttle: Throttle;
  waitingRoom: WaitingRoom;
  vault: Vault;
  /** Notifies all nodes that a person's sessions, name or address changed. Call it after the change has committed. */
  announce(identityId: string): Promise<void>;
  /** Revokes an account's access other than sessions, in the transaction that gives the account to somebody else. */
  endAccess(tx: Executor, identityId: string): Promise<void>;
}

/** The current time plus a duration in milliseconds. */
export function later(ctx: IdentityContext, milliseconds: number): Date {
  return new Date(ctx.clock().getTime() + milliseconds);
}
