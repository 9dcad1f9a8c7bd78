import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import {
  claimDueMail,
  deleteMail,
  deleteMailBefore,
  type Executor,
  insertMail,
  type MailRow,
  postponeMail,
} from './mail.repository.ts';
import type { Mailer } from './mailer.ts';
import type { MailLog } from './outbox-mailer.ts';

const MAX_ATTEMPTS = 5;
const FIRST_RETRY = 5_000;
/** Longer than any delivery takes; then another node may try. */
const CLAIM = 120_000;
const BATCH = 20;
const KEEP = 24 * 3_600_000;

/**
 * Sends mail by SMTP. A message is a row first, so that a crash or an unreachable server loses none;
 * it is deleted once sent. Delivery never holds up the request that caused it.
 */
export function createSmtpMailer(deps: {
  url: string;
  /** `Name <address>`. */
  from: string;
  db: Executor;
  log: MailLog;
  clock?: (() => Date) | undefined;
}): Mailer {
  const clock = deps.clock ?? (() => new Date());
  const transport = createTransport(deps.url, { from: deps.from });
  const timers = new Set<NodeJS.Timeout>();
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  async function deliver(row: MailRow): Promise<void> {
    try {
      const { recipient: to, subject, text, html } = row;
      await transport.sendMail({ to, subject, text, html });
      await deleteMail(deps.db, row.id);
    } catch (error) {
      await retryLater(row, error);
    }
  }

  async function retryLater(row: MailRow, error: unknown): Promise<void> {
    const over = row.attempts >= MAX_ATTEMPTS;
    const wait = FIRST_RETRY * 4 ** (row.attempts - 1);
    const nextAttemptAt = new Date(clock().getTime() + wait);
    await postponeMail(deps.db, row.id, { status: over ? 'failed' : 'queued', nextAttemptAt });
    deps.log.warn(
      { mail: row.id, attempts: row.attempts, error: String(error) },
      over ? 'a mail could not be sent and was given up' : 'a mail could not be sent yet',
    );
    if (!over) wake(wait);
  }

  async function deliverDue(): Promise<void> {
    const now = clock();
    const rows = await claimDueMail(deps.db, now, new Date(now.getTime() + CLAIM), BATCH);
    await Promise.all(rows.map(deliver));
  }

  /** One round after the other, so that no message is taken twice by this process. */
  function kick(): Promise<void> {
    running = running.then(deliverDue).catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, 'the outgoing mail could not be read');
    });
    return running;
  }

  function wake(wait: number): void {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void kick();
    }, wait);
    timer.unref();
    timers.add(timer);
  }

  return {
    async send(mail) {
      const now = clock();
      await insertMail(deps.db, {
        id: randomUUID(),
        recipient: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        status: 'queued',
        attempts: 0,
        nextAttemptAt: now,
        createdAt: now,
      });
      void kick();
    },
    async cleanup() {
      await kick();
      // Codes are long dead by then; what failed is of no use any more.
      await deleteMailBefore(deps.db, new Date(clock().getTime() - KEEP));
    },
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}
