import type { Sealer } from '#domain/ports.ts';
import type { Db } from '../../db/client.ts';
import type { Presence } from '../jobs/presence.ts';
import { sealStoredMail } from './mail.repository.ts';
import type { Mailer } from './mailer.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOutboxMailer, type MailLog } from './outbox-mailer.ts';
import { sealContent } from './sealed-mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface MailOptions {
  db: Db;
  sealer: Sealer;
  presence: Presence;
  log: MailLog;
  /** `smtp://user:password@host:port`. If missing, mail goes to the outbox. */
  smtpUrl?: string | undefined;
  /** `Name <address>`. */
  from: string;
  /** Whether the outbox may be read from other machines too. */
  isOutboxPublic: boolean;
  /** The hosts through which the server is reached: the one it listens on and the one in its public URL. */
  hosts: readonly string[];
  clock?: (() => Date) | undefined;
}

export interface Mail {
  mailer: Mailer;
  /** Whether emails are really delivered. */
  isSent: boolean;
  /** The emails that are kept instead of being sent; undefined if they may not be read. */
  outbox: Outbox | undefined;
}

/** Chooses the mailer: SMTP if there is a URL, otherwise the outbox. */
export async function createMail(options: MailOptions): Promise<Mail> {
  const { smtpUrl, isOutboxPublic, hosts, presence, ...deps } = options;
  await sealStoredMail(deps.db, (content) => sealContent(deps.sealer, JSON.parse(content)));
  if (smtpUrl) {
    return {
      mailer: createSmtpMailer({ ...deps, presence, url: smtpUrl }),
      isSent: true,
      outbox: undefined,
    };
  }
  // Codes give access to accounts, so they can be read only on this machine.
  const readable = isOutboxPublic || hosts.every(isLoopback);
  return {
    mailer: createOutboxMailer({ ...deps, readable }),
    isSent: false,
    outbox: readable ? createOutbox(deps) : undefined,
  };
}

/** Whether a host name or address refers to this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name.startsWith('::ffff:127.') ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}
