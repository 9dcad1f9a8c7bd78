import type { Executor } from './mail.repository.ts';
import type { Mailer } from './mailer.ts';
import { createOutboxMailer, type MailLog } from './outbox-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface MailOptions {
  db: Executor;
  log: MailLog;
  /** `smtp://user:password@host:port`; absent for the outbox. */
  smtpUrl?: string | undefined;
  /** `Name <address>`. */
  from: string;
  /** Whether this is a production process (NODE_ENV). */
  production: boolean;
  /** The names under which it is reached: the host it listens on and that of its public URL. */
  hosts: readonly string[];
  clock?: (() => Date) | undefined;
}

/** The mailer, and whether its outbox may be read by whoever reaches the server. */
export interface Mail {
  mailer: Mailer;
  outboxReadable: boolean;
}

/** Chooses the mailer: SMTP when there is a URL, else the outbox. */
export function createMail(options: MailOptions): Mail {
  const { smtpUrl, production, hosts, ...deps } = options;
  if (smtpUrl) {
    return { mailer: createSmtpMailer({ ...deps, url: smtpUrl }), outboxReadable: false };
  }
  // Codes open accounts: in production only who sits at the machine may read them.
  const readable = !production || hosts.every(isLoopback);
  return { mailer: createOutboxMailer({ ...deps, readable }), outboxReadable: readable };
}

/** Whether a host name or address means this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}
