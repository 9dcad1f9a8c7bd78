import type { Sealer } from '#domain/ports.ts';
import type { Db } from '../../db/client.ts';
import { type MailRow, mailTable } from './mail.repository.ts';
import { type MailContent, openMail } from './sealed-mail.ts';

/** A message that is kept instead of being sent. */
export type KeptMail = Pick<MailRow, 'id' | 'recipient' | 'createdAt'> & MailContent;

/** The emails that a server without SMTP keeps. */
export interface Outbox {
  /** The newest messages, at most `limit`. */
  list(limit: number): Promise<KeptMail[]>;
  find(id: string): Promise<KeptMail | undefined>;
}

export function createOutbox({ db, sealer }: { db: Db; sealer: Sealer }): Outbox {
  /** Undefined if the server's secret was lost since. */
  function opened(row: MailRow): KeptMail | undefined {
    try {
      return openMail(sealer, row);
    } catch {
      return undefined;
    }
  }

  const mails = mailTable(db);
  const newest = { order: ['createdAt', 'id'], descending: true } as const;
  return {
    async list(limit) {
      const rows = await mails.list({ where: { status: 'kept' }, ...newest, limit });
      return rows.flatMap((row) => opened(row) ?? []);
    },
    async find(id) {
      const row = await mails.find({ id, status: 'kept' });
      return row && opened(row);
    },
  };
}
