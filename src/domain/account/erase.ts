import { addressKey, mailboxOf } from '#core/email/address.ts';
import type { Role } from '#generated/model/index.ts';
import { record } from '../audit/entry.ts';
import type { Origin } from '../audit/origin.ts';
import { recordingStores } from '../audit/recording-stores.ts';
import { checkSoon } from '../billing/subscription/reconcile.ts';
import { stopWork } from '../deletion/end-work.ts';
import { cancelRuns, type DeletionDomain } from '../deletion/project-deletion.service.ts';
import type { Domain } from '../domain.ts';
import { ENDING_TABLES } from '../member/left-behind/ending-tables.ts';
import { endLeftBehind } from '../member/left-behind/left-behind.ts';
import { notify } from '../notification/notify.ts';
import type { OrgMemberRow } from '../org/org.tables.ts';
import type { Stores } from '../stores.ts';
import type { UserRow } from '../user/user.tables.ts';
import { DELETED_USER } from './deleted-user.ts';
import { placesOf } from './places.ts';
import { removeName } from './remove-name.ts';

/** Accounts per round, and chats per statement. */
const BATCH = 20;
/** Memberships per transaction. */
const LEFT_AT_ONCE = 5;
/** The time of deletion of what is erased with the next sweep, because nobody is left who could restore it. */
const LONG_AGO = '2000-01-01T00:00:00.000Z';

export type ErasingDomain = DeletionDomain & Pick<Domain, 'account' | 'files'>;

/**
 * Deletes the accounts whose time has come. It can stop anywhere and continue later, on another node too: the identity
 * first, so that nobody signs in again; then the user's memberships and everything that is only theirs; then their name in
 * what stays.
 * @param report told about accounts that couldn't be deleted this time
 */
export async function eraseAccounts(
  domain: ErasingDomain,
  { now, signal, report }: { now: Date; signal: AbortSignal; report: (error: unknown) => void },
): Promise<void> {
  const { stores, account } = domain;
  const due = { delete_at: { lt: now.toISOString() } };
  for (const { id, identity_id } of await stores.user.users.list({
    where: due,
    order: ['id'],
    limit: BATCH,
  })) {
    if (signal.aborted) return;
    try {
      await account.deleteIdentity(identity_id);
      await endWhatIsLeft(domain, id);
      await deleteUser(domain, id, now);
    } catch (error) {
      report(error);
    }
  }
  for (const row of await stores.account.erasures.list({
    where: {},
    order: ['id'],
    limit: BATCH,
  })) {
    if (signal.aborted) return;
    await removeName(domain, row, signal).catch(report);
  }
}

/** Ends everything by which people could still come in because of a user, wherever the user has access. */
async function endWhatIsLeft({ stores, access }: ErasingDomain, id: string): Promise<void> {
  for (const place of await placesOf(stores, id)) {
    const origin = { ...originOf(id), ...place };
    const recording = { action: 'leaveOrg', origin, tables: ENDING_TABLES };
    await endLeftBehind({ stores: recordingStores(stores, recording), access }, place, [id]);
  }
}

/**
 * Deletes a user with what is only theirs, and passes on or deletes what they own alone. Whatever there may be much of
 * goes first, in batches.
 */
async function deleteUser(domain: ErasingDomain, id: string, now: Date): Promise<void> {
  const { stores, access } = domain;
  const due = (user: UserRow | undefined) =>
    user?.delete_at && user.delete_at < now.toISOString() ? user : undefined;
  while (await leaveSome(domain, id, due));
  if (!due(await stores.user.users.find({ id }))) return;
  await stores.oauth.grants.delete({ user_id: id });
  await stores.project.members.delete({ user_id: id });
  await stores.share.shares.delete({ user_id: id });
  await stores.notification.notifications.delete({ user_id: id });
  await endChats(stores, id);
  await stores.transaction(async (all) => {
    // While the row is locked, nobody can make them a member of anything.
    const user = due(await all.user.users.lock({ id }));
    // They have become a member of something since, which is left next time.
    if (!user || (await all.org.members.count({ user_id: id })) > 0) return;
    const address = { email_key: addressKey(user.email) };
    await all.invitation.invitations.delete(address);
    await all.invitation.mails.delete({ user_id: id });
    await all.invitation.mails.delete({ recipient: mailboxOf(user.email) });
    await all.share.shares.delete(address);
    await all.capture.removals.change(
      { user_id: id, mailbox: null },
      { mailbox: access.hash(mailboxOf(user.email)) },
    );
    await all.user.users.delete({ id });
    const { email, avatar } = user;
    await all.account.erasures.put({ id, email, avatar, created_at: now.toISOString() });
  });
  await access.announce({ user: id });
}

/**
 * Ends some memberships of a user whose time has come.
 * @returns whether there may be more
 */
async function leaveSome(
  domain: ErasingDomain,
  id: string,
  due: (user: UserRow | undefined) => UserRow | undefined,
): Promise<boolean> {
  const { stores, access } = domain;
  const gone = await stores.transaction(async (all) => {
    const user = due(await all.user.users.lock({ id }));
    if (!user) return undefined;
    const orgs: string[] = [];
    const projects: string[] = [];
    const where = { user_id: id };
    const some = await all.org.members.list({ where, order: ['org_id'], limit: LEFT_AT_ONCE });
    for (const member of some) {
      const org = await all.org.orgs.lock({ id: member.org_id });
      if (org && (await leave(all, user, member, org.name))) continue;
      if (org) {
        orgs.push(org.id);
        projects.push(...(await deleteOrg(all, org.id)));
      }
      await all.org.members.delete({ org_id: member.org_id, user_id: id });
    }
    return { orgs, projects, isMore: some.length === LEFT_AT_ONCE };
  });
  for (const org of gone?.orgs ?? []) await access.announce({ org });
  for (const project of gone?.projects ?? []) await access.announce({ project });
  if (gone && gone.projects.length > 0) {
    await stopWork(stores, gone.projects);
    await (await cancelRuns(domain))(gone.projects);
  }
  return gone?.isMore ?? false;
}

/** Deletes private chats, which nobody can restore. */
async function endChats({ chat }: Stores, owner_id: string): Promise<void> {
  const own = { owner_type: 'user', owner_id, audience: 'private' } as const;
  for (const deleted_at of [null, { gt: LONG_AGO }])
    for (;;) {
      const where = { ...own, deleted_at };
      const some = await chat.chats.list({ where, limit: BATCH });
      if (some.length === 0) break;
      const ids = { in: some.map((one) => one.id) };
      await chat.chats.change({ id: ids }, { deleted_at: LONG_AGO });
    }
}

/**
 * Ends a membership. If the person was the only owner, the organisation passes to its longest-standing editor or member,
 * unless they chose to delete it.
 * @returns false if it is to be deleted
 */
async function leave(
  all: Stores,
  user: UserRow,
  { org_id, role }: OrgMemberRow,
  name: string,
): Promise<boolean> {
  const { members } = all.org;
  const isAlone = role === 'owner' && (await members.count({ org_id, role: 'owner' })) === 1;
  if (isAlone) {
    const heir = user.delete_org_ids.includes(org_id) ? undefined : await heirOf(all, org_id);
    if (!heir) return false;
    await members.change({ org_id, user_id: heir.user_id }, { role: 'owner' });
    await notify(all, [heir.user_id], {
      event: 'role_changed',
      facts: { place: name, role: 'owner' },
      ref: `role ${org_id}`,
      path: `/orgs/${org_id}/settings/people`,
    });
  }
  await members.delete({ org_id, user_id: user.id });
  const target = { type: 'member', id: user.id, name: DELETED_USER } as const;
  await record(all, originOf(user.id), { action: 'leaveOrg', orgId: org_id, target });
  return true;
}

/** Who becomes the owner; undefined if there is nobody else. */
async function heirOf({ org }: Stores, org_id: string): Promise<OrgMemberRow | undefined> {
  for (const role of ['editor', 'member'] satisfies Role[]) {
    const order = ['created_at', 'user_id'] as const;
    const [first] = await org.members.list({ where: { org_id, role }, order, limit: 1 });
    if (first) return first;
  }
  return undefined;
}

/** Deletes an organisation, which nobody can restore. Returns its projects. */
async function deleteOrg(all: Stores, id: string): Promise<string[]> {
  const { org, project } = all;
  const deletion = { deleted_at: LONG_AGO, deleted_by_name: DELETED_USER };
  const projects = await project.projects.list({ where: { org_id: id } });
  const ids = projects.map((one) => one.id);
  await project.projects.change({ org_id: id }, { ...deletion, deleted_with_org: true });
  await org.orgs.change({ id }, deletion);
  await checkSoon(all, id);
  return ids;
}

function originOf(id: string): Origin {
  const actor = { type: 'user', id, name: DELETED_USER, personId: null } as const;
  return { actor, network: null, requestId: null };
}
