import { createTransport } from 'nodemailer';
import { retryAt } from '#core/backoff.ts';
import type { Sealer } from '#domain/ports.ts';
import type { Db } from '../../db/client.ts';
import type { ClaimedJob } from '../jobs/job-table.repository.ts';
import { openQueue } from '../jobs/jobs.ts';
import type { Presence } from '../jobs/presence.ts';
import { mailJobs, mailTable } from './mail.repository.ts';
import type { Mailer, MailKind } from './mailer.ts';
import type { MailLog } from './outbox-mailer.ts';
import { openMail, sealMail } from './sealed-mail.ts';

const SECOND = 1000;
/** Five attempts in about seven minutes: most codes expire soon after. */
const RETRIES_MS = [5 * SECOND, 20 * SECOND, 80 * SECOND, 320 * SECOND];
/** Longer than any delivery takes. After that, another node tries. */
const CLAIM_MS = 120 * SECOND;
const KEPT_MS = 24 * 3600 * SECOND;

/**
 * The connections to the SMTP server, by what they deliver, so that thousands of invitations leave some for codes.
 * Connections are only held briefly, so one owner may use all of its lane as long as nobody else waits.
 */
const LANES: readonly { kinds: readonly MailKind[]; connections: number }[] = [
  { kinds: ['security'], connections: 5 },
  { kinds: ['notice', 'invitation'], connections: 15 },
];

/** The headers by which email programs offer to unsubscribe with one click. */
function unsubscribing(url: string | null) {
  if (url === null) return {};
  return {
    list: { unsubscribe: url },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/**
 * Sends emails through SMTP. Each message is stored first, so that none is lost in a crash or while the SMTP server is
 * unreachable. It is deleted once sent. The request that sends an email never waits for its delivery.
 */
export function createSmtpMailer(deps: {
  url: string;
  /** `Name <address>`. */
  from: string;
  db: Db;
  sealer: Sealer;
  presence: Pick<Presence, 'id' | 'onDeath'>;
  log: MailLog;
  clock?: (() => Date) | undefined;
}): Mailer {
  const { db, sealer, presence, log, url, from, clock = () => new Date() } = deps;
  const transport = createTransport(url, { from });

  const mails = mailTable(db);
  const report = (error: unknown) =>
    log.warn({ error: String(error) }, 'outgoing emails could not be read');
  const lanes = LANES.map(({ kinds, connections }) => ({
    kinds,
    worker: openQueue<ClaimedJob & { id: string }>(
      {
        table: mailJobs(kinds, clock),
        slots: { total: connections, freeForOne: 0 },
        leaseMs: CLAIM_MS,
        async work({ id }) {
          const row = await mails.find({ id });
          if (!row) return;
          // An email that killed its process on every attempt is not sent again.
          if (row.attempts > RETRIES_MS.length + 1)
            throw new Error('every attempt was interrupted');
          const { recipient: to, subject, text, html, unsubscribeUrl } = openMail(sealer, row);
          await transport.sendMail({ to, subject, text, html, ...unsubscribing(unsubscribeUrl) });
          await mails.delete({ id });
        },
        async onFail({ id }, error) {
          const row = await mails.find({ id });
          if (!row) return;
          const { attempts } = row;
          const next = retryAt(clock(), RETRIES_MS, attempts);
          const status = next ? 'queued' : 'failed';
          const freed = { workerId: null, leaseUntil: null };
          await mails.change({ id }, { status, dueAt: next ?? clock(), ...freed });
          log.warn(
            { mail: id, attempts, error: String(error) },
            next ? 'an email could not be sent, will retry' : 'gave up sending an email',
          );
        },
      },
      { db, presence, report },
    ),
  }));

  return {
    async send(mail) {
      await mails.insert(sealMail(sealer, mail, { status: 'queued', now: clock() }));
      for (const { kinds, worker } of lanes) if (kinds.includes(mail.kind)) worker.kick();
    },
    async cleanup() {
      await Promise.all(lanes.map(({ worker }) => worker.drain()));
      // Their codes have expired by then, so failed messages are useless.
      await mails.delete({ createdAt: { lt: new Date(clock().getTime() - KEPT_MS) } });
    },
    async close() {
      await Promise.all(lanes.map(({ worker }) => worker.close()));
      transport.close();
    },
  };
}
