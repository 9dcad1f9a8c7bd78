import { greeting, mailName } from '#core/greeting.ts';
import { NOTIFICATION_KINDS } from '#core/notification/kinds.ts';
import type { Domain } from '../domain.ts';
import type { Stores } from '../stores.ts';
import type { UserRow } from '../user/user.tables.ts';
import { describe } from './describe.ts';
import { inSight } from './in-sight.ts';
import type { NotificationMail } from './notification.port.ts';
import { unsubscribeToken } from './notification.service.ts';
import type { NotificationRow } from './notification.tables.ts';

/** People per round, and notifications per email; the email says how many more there are. */
const PEOPLE = 50;
const LINES = 20;
/** How long an email that is being sent isn't sent by another process. If this one dies, it is sent after that. */
const CLAIM_MS = 600_000;

type MailingDomain = Pick<Domain, 'stores' | 'secrets' | 'notification' | 'standing'>;

/**
 * Emails people what is due: everything in one email, and not what they have read in the meantime. Several processes may
 * do so at once.
 */
export async function sendNotificationMails(
  domain: MailingDomain,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const { mailDelayMs, mailPauseMs, send } = domain.notification;
  const due = new Date(now.getTime() - mailDelayMs).toISOString();
  const since = new Date(now.getTime() - mailPauseMs).toISOString();
  const people = await domain.stores.notification.dueForMail(due, since, PEOPLE);
  for (const userId of people) {
    if (signal.aborted) return;
    const claimed = await domain.stores.transaction((all) => claim(all, userId, { now, since }));
    if (!claimed) continue;
    // Not about what they can no longer see.
    const seen = await inSight(domain, { userId }, claimed.rows);
    const rows = seen.filter(({ isSeen }) => isSeen).map(({ row }) => row);
    if (rows.length > 0) await send(mailOf(domain, claimed.user, rows));
    await domain.stores.notification.notifications.change(
      { user_id: userId, id: { in: claimed.rows.map(({ id }) => id) } },
      { mail_at: null },
    );
    // What was only to be sent is done with.
    await domain.stores.notification.notifications.delete({
      user_id: userId,
      in_app: false,
      id: { in: claimed.rows.map(({ id }) => id) },
    });
  }
}

/** Takes what is due to a person, so that no other process sends it; undefined if nothing is left to be sent. */
async function claim(
  all: Stores,
  userId: string,
  { now, since }: { now: Date; since: string },
): Promise<{ user: UserRow; rows: NotificationRow[] } | undefined> {
  const { notifications, settings } = all.notification;
  const user = await all.user.users.lock({ id: userId });
  const setting = await settings.find({ user_id: userId });
  if (setting?.mailed_at && setting.mailed_at > since) return undefined;
  const at = now.toISOString();
  const where = { user_id: userId, mail_at: { lt: new Date(now.getTime() + 1).toISOString() } };
  const found = await notifications.list({ where, order: ['id'] });
  const unneeded = user?.deactivated_at ? where : { ...where, is_read: true };
  await notifications.change(unneeded, { mail_at: null });
  const rows = found.filter(({ is_read }) => !is_read);
  if (!user) await notifications.delete({ user_id: userId });
  // What is for people who can't sign in any more stays in the inbox.
  if (!user || user.deactivated_at !== null || rows.length === 0) return undefined;
  const later = new Date(now.getTime() + CLAIM_MS).toISOString();
  await notifications.change({ id: { in: rows.map(({ id }) => id) } }, { mail_at: later });
  const preferences = setting?.preferences ?? [];
  await settings.put({ user_id: userId, preferences, mailed_at: at });
  return { user, rows };
}

/** The email about some notifications. What people have written is in it only as names that carry no message. */
export function mailOf(
  domain: MailingDomain,
  user: Pick<UserRow, 'id' | 'email' | 'name'>,
  rows: readonly NotificationRow[],
): NotificationMail {
  const { consoleUrl } = domain.notification;
  const texts = rows.map((row) => ({ ...describe(row.event, row.facts, safe), path: row.path }));
  const [first] = texts;
  const shown = texts.slice(0, LINES);
  const more = texts.length - shown.length;
  const kinds = [...new Set(rows.map(({ kind }) => kind))].filter(
    (kind) => !NOTIFICATION_KINDS[kind].fixed.includes('email'),
  );
  const token = unsubscribeToken(domain, { userId: user.id, kinds });
  return {
    to: user.email,
    subject: texts.length === 1 && first ? first.title : `${texts.length} notifications`,
    paragraphs: [
      { text: greeting(user.name) },
      ...shown.map(({ title, detail, path }) => ({
        text: [title, detail].filter(Boolean).join('. ').replace(/\.\. /, '. '),
        link: `${consoleUrl}${path ?? '/notifications'}`,
      })),
      ...(more > 0 ? [{ text: `And ${more} more.`, link: `${consoleUrl}/notifications` }] : []),
    ],
    unsubscribeUrl: kinds.length > 0 ? `${consoleUrl}/unsubscribe?token=${token}` : null,
  };
}

/** A reason may quote anything, so it stays in the console. */
function safe(text: string, fact: string): string | undefined {
  return fact === 'reason' ? undefined : mailName(text);
}
