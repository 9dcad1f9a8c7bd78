import type { Sealer } from '#domain/ports.ts';
import type { Db } from '../../db/client.ts';
import { mailTable } from './mail.repository.ts';
import type { Mailer } from './mailer.ts';
import { sealMail } from './sealed-mail.ts';

const KEEP = 7 * 24 * 3_600_000;

/** The part of a logger that mailers use. */
export interface MailLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/**
 * Keeps emails in the database. If `readable`, developers read them at /outbox and the log contains their codes.
 * Otherwise the codes stay secret, and the log says that nothing was sent.
 */
export function createOutboxMailer(deps: {
  db: Db;
  sealer: Sealer;
  log: MailLog;
  readable: boolean;
  clock?: (() => Date) | undefined;
}): Mailer {
  const clock = deps.clock ?? (() => new Date());
  const mails = mailTable(deps.db);
  return {
    async send(mail) {
      await mails.insert(sealMail(deps.sealer, mail, { status: 'kept', now: clock() }));
      if (!deps.readable) {
        deps.log.warn({}, 'email not sent: SMTP_URL is not set');
        return;
      }
      const code = mail.code ? `, code ${mail.code}` : '';
      deps.log.info({ mail: mail.to }, `email to ${mail.to}: ${mail.subject}${code} (see /outbox)`);
    },
    async cleanup() {
      await mails.delete({ createdAt: { lt: new Date(clock().getTime() - KEEP) } });
    },
    close: async () => {},
  };
}
