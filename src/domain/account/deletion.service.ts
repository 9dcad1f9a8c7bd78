import { addressKey } from '#core/email/address.ts';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '#core/limits.ts';
import type { UserDeletion, UserDeletionRequest } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidField, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { mustFindUser } from '../user/recognise.ts';
import { ownedAlone } from './sole-owner.ts';

/** Deletes accounts, after 14 days in which people can change their mind. */
export function createAccountDeletionService(
  domain: Pick<Domain, 'stores' | 'access' | 'account'>,
) {
  const { stores, access, account } = domain;

  async function preview(userId: string): Promise<UserDeletion> {
    const user = await mustFindUser(stores.user.users.find({ id: userId }));
    const own = { user_id: userId };
    const alone = await ownedAlone(stores, userId);
    const orgs = [];
    for (const { id, name } of alone)
      orgs.push({ id, name, people: (await stores.org.members.count({ org_id: id })) - 1 });
    const memberships =
      (await stores.org.members.count(own)) + (await stores.project.members.count(own));
    const chats = { owner_type: 'user', owner_id: userId, audience: 'private' } as const;
    return {
      delete_at: user.delete_at,
      orgs,
      memberships: Math.max(0, memberships - alone.length),
      api_keys: await stores.access.apiKeys.count({ created_by: userId }),
      apps: await stores.oauth.grants.count(own),
      chats: await stores.chat.chats.count({ ...chats, deleted_at: null }),
      sign_in_stays: !account.isManaged,
    };
  }

  return {
    preview,

    /**
     * Deletes the account later, and signs the person out everywhere.
     * @throws ProblemError 400 unless it is their email and all organisations that go with it are named
     */
    async schedule(
      { userId, identityId }: UserPrincipal,
      { email, org_ids }: UserDeletionRequest,
    ): Promise<UserDeletion> {
      await stores.transaction(async (all) => {
        const user = await mustFindUser(all.user.users.lock({ id: userId }));
        if (addressKey(email) !== addressKey(user.email))
          throw invalidField('/email', DETAIL.emailToConfirm(user.email));
        await requireNamed(all, userId, org_ids);
        const delete_at = new Date(Date.now() + ACCOUNT_DELETION_DAYS * DAY_MS).toISOString();
        await all.user.users.change({ id: userId }, { delete_at, delete_org_ids: org_ids });
        const facts = { date: dayOf(delete_at) };
        await notify(all, [userId], { event: 'deletion_scheduled', facts, ref: 'deletion' });
      });
      const scheduled = await preview(userId);
      await account.endSessions(identityId);
      await access.announce({ user: userId });
      return scheduled;
    },

    /** @throws ProblemError 401 if it is too late */
    async cancel(userId: string): Promise<void> {
      await stores.transaction(async (all) => {
        const { delete_at } = await mustFindUser(all.user.users.lock({ id: userId }));
        if (delete_at === null) return;
        if (delete_at <= new Date().toISOString())
          throw new ProblemError('unauthenticated', 'This account is being deleted.');
        const change = { delete_at: null, delete_org_ids: [] };
        await all.user.users.change({ id: userId }, change);
        await notify(all, [userId], { event: 'deletion_cancelled', facts: {}, ref: 'deletion' });
      });
    },
  };
}

/** @throws ProblemError 400 if other organisations than those named go with the account */
async function requireNamed(all: Stores, userId: string, named: readonly string[]): Promise<void> {
  const alone = await ownedAlone(all, userId);
  const missing = alone.filter(({ id }) => !named.includes(id));
  if (missing.length > 0)
    throw invalidField('/org_ids', DETAIL.orgsGoToo(missing.map(({ name }) => name)));
  const known = new Set(alone.map(({ id }) => id));
  const index = named.findIndex((id) => !known.has(id));
  if (index !== -1) throw invalidField(`/org_ids/${index}`, DETAIL.orgStays);
}

/** As people write it: 7 Dec 2026. */
function dayOf(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(time),
  );
}
