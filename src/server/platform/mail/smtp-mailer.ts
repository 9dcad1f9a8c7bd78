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
/** Longer than any delivery takes. After that, another node may try. */
const CLAIM = 120_000;
const BATCH = 20;
const KEEP = 24 * 3_600_000;

/**
 * Sends emails through SMTP. Each message is stored first, so that none is lost in a crash or while the SMTP server is
 * unreachable. It is deleted once sent. The request that sends an email never waits for its delivery.
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
      over ? 'gave up sending an email' : 'an email could not be sent, will retry',
    );
    if (!over) wake(wait);
  }

  async function deliverDue(): Promise<void> {
    const now = clock();
    const rows = await claimDueMail(deps.db, now, new Date(now.getTime() + CLAIM), BATCH);
    await Promise.all(rows.map(deliver));
  }

  /** Runs one round at a time, so that this process never claims a message twice. */
  function kick(): Promise<void> {
    running = running.then(deliverDue).catch((error: unknown) => {
      deps.log.warn({ error: String(error) }, 'outgoing emails could not be read');
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
      // Their codes have expired by then, so failed messages are useless.
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
