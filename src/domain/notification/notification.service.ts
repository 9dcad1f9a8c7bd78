import { fromBase64Url, toBase64Url } from '#core/base64url.ts';
import { NOTIFICATION_KINDS, preferencesOf } from '#core/notification/kinds.ts';
import type {
  Notification,
  NotificationKind,
  NotificationList,
  NotificationPreference,
  NotificationPreferences,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { tokenOf } from '../invitation/invitation-views.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { invalidRequest, mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import { describe } from './describe.ts';
import { inSight } from './in-sight.ts';
import type { NotificationRow } from './notification.tables.ts';

const PURPOSE = 'unsubscribe';

/** A person's notifications, and how they want to be notified. */
export function createNotificationService(
  domain: Pick<Domain, 'stores' | 'secrets' | 'notification' | 'standing'>,
) {
  const { stores, secrets, notification: port } = domain;
  const { notifications, settings } = stores.notification;

  /** A person's own, if it's in the inbox. */
  const own = (user_id: string) => ({ user_id, in_app: true });

  async function views(userId: string, rows: readonly NotificationRow[]): Promise<Notification[]> {
    const seen = await inSight(domain, { userId }, rows);
    return seen.map(({ row, isSeen }) => {
      const { title, detail } = describe(row.event, row.facts);
      return asView('Notification', row, {
        title,
        detail: isSeen ? detail : null,
        path: pathOf(row),
      });
    });
  }

  function pathOf({ event, ref, path }: NotificationRow): string | null {
    return event === 'invited' ? `/invitation#token=${tokenOf(secrets, ref)}` : path;
  }

  async function preferences(userId: string): Promise<NotificationPreferences> {
    const row = await settings.find({ user_id: userId });
    const chosen = [...preferencesOf(row?.preferences ?? []).values()];
    return {
      preferences: chosen.map((one) => ({
        ...one,
        fixed: [...NOTIFICATION_KINDS[one.kind].fixed],
      })),
      mailed: port.isMailed,
    };
  }

  return {
    /** Newest first. */
    async list(
      userId: string,
      { unread = false, ...query }: PageQuery & { unread?: boolean },
    ): Promise<NotificationList> {
      const where = { ...own(userId), ...(unread && { is_read: false }) };
      const options = { where, descending: true };
      return listViews(notifications, options, query, (rows) => views(userId, rows));
    },

    async count(userId: string): Promise<{ unread: number }> {
      return { unread: await notifications.count({ ...own(userId), is_read: false }) };
    },

    /** @param upTo the id of the newest one to mark; all by default */
    async readAll(userId: string, upTo?: string): Promise<{ unread: number }> {
      const unread = { ...own(userId), is_read: false };
      // `lt` excludes its value; ids are followed by nothing smaller than a space.
      const where = { ...unread, ...(upTo !== undefined && { id: { lt: `${upTo} ` } }) };
      await notifications.change(where, { is_read: true });
      return { unread: await notifications.count(unread) };
    },

    /** @throws ProblemError 404 */
    async update({ id, user_id }: NotificationRow, is_read: boolean): Promise<Notification> {
      const [row] = await notifications.update({ id }, { is_read });
      const [view] = await views(user_id, [await mustFind(row)]);
      return view as Notification;
    },

    /** @throws ProblemError 404 */
    async delete({ id }: NotificationRow): Promise<void> {
      if ((await notifications.delete({ id })) === 0) throw notFound();
    },

    preferences,

    /** @throws ProblemError 400 for what can't be changed */
    async updatePreferences(
      userId: string,
      given: readonly NotificationPreference[],
    ): Promise<NotificationPreferences> {
      requireChangeable(given);
      await stores.transaction((all) => changePreferences(all, userId, given));
      return preferences(userId);
    },

    /** Turns off emails by the link in one of them. @throws ProblemError 404 for a token of nobody */
    async unsubscribe(token: string): Promise<{ kinds: NotificationKind[] }> {
      const { userId, kinds } = readToken(domain, token);
      await stores.transaction(async (all) => {
        await mustFind(all.user.users.lock({ id: userId }));
        const row = await all.notification.settings.find({ user_id: userId });
        const now = preferencesOf(row?.preferences ?? []);
        const off = kinds.flatMap((kind) => {
          const before = now.get(kind);
          return before ? [{ ...before, email: false }] : [];
        });
        await changePreferences(all, userId, off);
      });
      return { kinds };
    },
  };
}

/** @throws ProblemError 400 for what can't be changed */
function requireChangeable(given: readonly NotificationPreference[]): void {
  const errors = given.flatMap((one, index) => {
    const { defaults, fixed } = NOTIFICATION_KINDS[one.kind];
    const refused = fixed.filter((way) => one[way] !== defaults[way]);
    return refused.map((way) => ({
      pointer: `/preferences/${index}/${way}`,
      message: "This can't be changed",
    }));
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

/** Changes someone's preferences, under a lock. What no longer comes by email isn't sent any more. */
async function changePreferences(
  { user, notification }: Stores,
  userId: string,
  given: readonly NotificationPreference[],
): Promise<void> {
  await mustFind(user.users.lock({ id: userId }));
  const before = await notification.settings.find({ user_id: userId });
  const next = new Map(before?.preferences.map((one) => [one.kind, one]));
  for (const one of given) next.set(one.kind, one);
  await notification.settings.put({
    user_id: userId,
    preferences: [...next.values()],
    mailed_at: before?.mailed_at ?? null,
  });
  const silent = given.filter(({ email }) => !email).map(({ kind }) => kind);
  if (silent.length > 0)
    await notification.notifications.change(
      { user_id: userId, kind: { in: silent } },
      { mail_at: null },
    );
}

interface Subscription {
  userId: string;
  kinds: NotificationKind[];
}

/** What an unsubscribe link contains. It works without a sign-in, and for nothing else. */
export function unsubscribeToken(
  { secrets }: Pick<Domain, 'secrets'>,
  { userId, kinds }: Subscription,
): string {
  return toBase64Url(secrets.seal(PURPOSE, [userId, ...kinds].join(' ')));
}

/** @throws ProblemError 404 */
function readToken({ secrets }: Pick<Domain, 'secrets'>, token: string): Subscription {
  try {
    const [userId = '', ...kinds] = secrets.open(PURPOSE, fromBase64Url(token)).split(' ');
    return { userId, kinds: kinds.filter((kind) => kind in NOTIFICATION_KINDS) as never };
  } catch {
    throw new ProblemError(
      'not_found',
      "This link isn't valid. Check that you copied all of it, or change your notifications in the settings.",
    );
  }
}
