import { addressKey } from '#core/email/address.ts';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '#core/limits.ts';
import type { UserDeletion, UserDeletionRequest } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { endsAt } from '../member/left-behind/left-behind.ts';
import { notify } from '../notification/notify.ts';
import type { OrgRow } from '../org/org.tables.ts';
import { batchesOf } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidField, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { mustFindUser } from '../user/recognise.ts';
import { placesOf } from './places.ts';
import { isSignInOld, requireRecentSignIn } from './recent-sign-in.ts';

/** People told per transaction. An organisation has up to 10,000. */
const TOLD_AT_ONCE = 100;

/** Deletes accounts, after 14 days in which people can change their mind. */
export function createAccountDeletionService(
  domain: Pick<Domain, 'stores' | 'access' | 'account'>,
) {
  const { stores, access, account } = domain;

  async function preview({ userId, signedInAt }: UserPrincipal): Promise<UserDeletion> {
    const user = await mustFindUser(stores.user.users.find({ id: userId }));
    const own = { user_id: userId };
    const alone = await ownedAlone(stores, userId);
    const orgs = [];
    for (const { id, name } of alone)
      orgs.push({ id, name, people: (await stores.org.members.count({ org_id: id })) - 1 });
    const memberships =
      (await stores.org.members.count(own)) + (await stores.project.members.count(own));
    const going = new Set(alone.map(({ id }) => id));
    const places = (await placesOf(stores, userId)).filter(({ orgId }) => !going.has(orgId));
    const chats = { owner_type: 'user', owner_id: userId, audience: 'private' } as const;
    return {
      delete_at: user.delete_at,
      orgs,
      memberships: Math.max(0, memberships - alone.length),
      api_keys: await keysIn(stores, userId, going),
      ends: await endsAt(stores, places, userId),
      apps: await stores.oauth.grants.count(own),
      chats: await stores.chat.chats.count({ ...chats, deleted_at: null }),
      sign_in_stays: !account.isManaged,
      sign_in_required: isSignInOld({ signedInAt }),
    };
  }

  return {
    preview,

    /**
     * Deletes the account later. At once, the person is signed out everywhere, and nothing acts on their behalf any more:
     * what they allowed apps ends for good, because an app that was refused once forgets its tokens.
     * @throws ProblemError 400 unless it is their email and all organisations that go with it are named, 403 if they
     * signed in too long ago
     */
    async schedule(
      person: UserPrincipal,
      { email, org_ids }: UserDeletionRequest,
    ): Promise<UserDeletion> {
      const { userId, identityId } = person;
      requireRecentSignIn(person);
      const date = await stores.transaction(async (all) => {
        const user = await mustFindUser(all.user.users.lock({ id: userId }));
        if (addressKey(email) !== addressKey(user.email))
          throw invalidField('/email', DETAIL.emailToConfirm(user.email));
        await requireNamed(all, userId, org_ids);
        const delete_at = new Date(Date.now() + ACCOUNT_DELETION_DAYS * DAY_MS).toISOString();
        await all.user.users.change({ id: userId }, { delete_at, delete_org_ids: org_ids });
        await all.oauth.grants.delete({ user_id: userId });
        const facts = { date: dayOf(delete_at) };
        await notify(all, [userId], { event: 'deletion_scheduled', facts, ref: 'deletion' });
        return facts.date;
      });
      await tellMembers(stores, userId, org_ids, { event: 'org_ending', facts: { date } });
      const scheduled = await preview(person);
      await account.endSessions(identityId);
      await access.announce({ user: userId });
      return scheduled;
    },

    /** @throws ProblemError 401 if it is too late */
    async cancel(userId: string): Promise<void> {
      const staying = await stores.transaction(async (all) => {
        const { delete_at, delete_org_ids } = await mustFindUser(
          all.user.users.lock({ id: userId }),
        );
        if (delete_at === null) return [];
        if (delete_at <= new Date().toISOString())
          throw new ProblemError('unauthenticated', 'This account is being deleted.');
        const change = { delete_at: null, delete_org_ids: [] };
        await all.user.users.change({ id: userId }, change);
        await notify(all, [userId], { event: 'deletion_cancelled', facts: {}, ref: 'deletion' });
        return delete_org_ids;
      });
      await tellMembers(stores, userId, staying, { event: 'org_staying', facts: {} });
      await access.announce({ user: userId });
    },
  };
}

/** How many keys a person created in organisations that go with the account. */
async function keysIn(
  { access, project }: Stores,
  created_by_id: string,
  orgIds: ReadonlySet<string>,
): Promise<number> {
  const projects = await project.projects.list({ where: { org_id: { in: [...orgIds] } } });
  const project_id = { in: projects.map(({ id }) => id) };
  return access.apiKeys.count({ created_by_id, project_id });
}

/** Tells the other members of organisations that go with the account, while somebody else can still become an owner. */
async function tellMembers(
  stores: Stores,
  userId: string,
  orgIds: readonly string[],
  { event, facts }: { event: 'org_ending' | 'org_staying'; facts: Record<string, string> },
): Promise<void> {
  for (const org_id of orgIds) {
    const org = await stores.org.orgs.find({ id: org_id });
    if (!org) continue;
    const members = { where: { org_id }, order: ['user_id'] as const };
    for await (const some of batchesOf(stores.org.members, members, TOLD_AT_ONCE)) {
      const others = some.map((member) => member.user_id).filter((id) => id !== userId);
      await stores.transaction((all) =>
        notify(all, others, {
          event,
          facts: { ...facts, place: org.name },
          ref: `ending ${org_id}`,
          path: `/orgs/${org_id}/settings/people`,
        }),
      );
    }
  }
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

/** The organisations in which nobody else is an owner. */
async function ownedAlone({ org }: Pick<Stores, 'org'>, user_id: string): Promise<OrgRow[]> {
  const owned = await org.members.list({ where: { user_id, role: 'owner' }, order: ['org_id'] });
  const alone: OrgRow[] = [];
  for (const { org_id } of owned) {
    const row = await org.orgs.find({ id: org_id });
    if (row && (await org.members.count({ org_id, role: 'owner' })) === 1) alone.push(row);
  }
  return alone;
}
