import { SHARE_LEVELS } from '#core/access/share-levels.ts';
import { addressKey, parseAddress } from '#core/email/address.ts';
import { newId } from '#core/ids.ts';
import type {
  InheritedAccess,
  Share,
  ShareCreate,
  ShareCreated,
  SharedThing,
  SharedThingList,
  ShareLevel,
  Sharing,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { linkOf } from '../invitation/invitation-views.ts';
import { mailAllowance, takeMail } from '../invitation/mail-allowance.ts';
import { listPeople, toProjectMember } from '../member/people.ts';
import { notify } from '../notification/notify.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { actorOf, createdNow } from '../principal.ts';
import { invalidField, mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import { toAccessLinks } from './access-link.service.ts';
import { endIfEmpty, invitationFor } from './invited-share.ts';
import type { ShareRow } from './share.tables.ts';
import { toSharedThings, toShares } from './share-views.ts';
import {
  columnsOf,
  lockThing,
  requireLevel,
  requireRoom,
  type ShareDomain,
  type Sharer,
  type ThingPlace,
} from './things.ts';

/** How many people are listed who have access by their role. */
const INHERITED = 10;

/** Who has access to one task, collection or chat besides those with a role. */
export function createShareService(domain: ShareDomain) {
  const { stores, standing, access, invitation: port } = domain;
  const { shares } = stores.share;

  async function viewOf(row: ShareRow): Promise<Share> {
    const [view] = await toShares(domain, [row]);
    return mustFind(view);
  }

  return {
    async get(place: ThingPlace, sharer: Sharer): Promise<Sharing> {
      const where = { thing_id: place.id, project_id: place.projectId };
      const rows = await shares.list({ where, order: ['id'], descending: true });
      return {
        people: await toShares(domain, rows),
        links: await toAccessLinks(domain, place, rows),
        inherited: await inheritedBy(stores, place, sharer),
      };
    },

    /**
     * Shares a thing with whoever has an address. Somebody outside of the organisation is invited.
     * @throws ProblemError 400, 403, 404, 409 `limit_reached`, 429
     */
    async create(
      place: ThingPlace,
      { email: typed, level }: ShareCreate,
      sharer: Sharer,
    ): Promise<ShareCreated> {
      const email = parseAddress(typed);
      if (email === undefined) throw invalidField('/email', DETAIL.notAddress);
      const by = sharer.principal;
      if (addressKey(email) === addressKey(by.email))
        throw invalidField('/email', DETAIL.shareWithSelf);
      await requireLevel(standing, place, sharer, level);
      const { row, isNew } = await stores.transaction(async (all) => {
        const allowance = await mailAllowance(all, port, by, [email]);
        await lockThing(all, place);
        const user_id = await personOf(all, place.orgId, email);
        const made = await put(all, { ...columnsOf(place), email, user_id, level }, by);
        if (made.isNew) await notifyOfShare(all, made.row, by);
        if (made.isNew && made.row.invitation_id !== null) await takeMail(allowance, email);
        return made;
      });
      if (row.user_id !== null) await access.announce({ user: row.user_id });
      const isInvited = row.invitation_id !== null && isNew;
      if (isInvited) {
        const org = await mustFind(stores.org.orgs.find({ id: place.orgId }));
        const link = linkOf(domain, row.invitation_id ?? '');
        const { id: orgId, name: orgName } = org;
        port.send([{ to: email, link, orgId, orgName, invitedBy: by.name, isGuest: true }]);
      }
      return { share: await viewOf(row), mailed: isInvited && port.isMailed };
    },

    /** @throws ProblemError 400 for access by a link, 403, 404 */
    async update(place: ThingPlace, id: string, level: ShareLevel, sharer: Sharer): Promise<Share> {
      await requireLevel(standing, place, sharer, level);
      const row = await stores.transaction(async (all) => {
        await lockThing(all, place);
        const found = await mustFind(all.share.shares.lock({ id, thing_id: place.id }));
        if (found.link_id !== null) throw invalidField('/level', DETAIL.shareByLink);
        await all.share.shares.change({ id }, { level });
        return { ...found, level };
      });
      if (row.user_id !== null) await access.announce({ user: row.user_id });
      return viewOf(row);
    },

    /** @throws ProblemError 404 */
    async delete(place: ThingPlace, id: string): Promise<void> {
      const row = await stores.transaction(async (all) => {
        const found = await mustFind(all.share.shares.lock({ id, thing_id: place.id }));
        await all.share.shares.delete({ id });
        if (found.invitation_id !== null) await endIfEmpty(all, found.invitation_id);
        return found;
      });
      if (row.user_id !== null) await access.announce({ user: row.user_id });
    },
  };
}

/** Tells somebody that something was shared with them. Those who are invited get the invitation instead. */
async function notifyOfShare(all: Stores, row: ShareRow, by: Sharer['principal']): Promise<void> {
  if (row.user_id === null) return;
  const [view] = await toSharedThings(all, [row]);
  if (!view) return;
  const { type, name, project } = view;
  await notify(all, [row.user_id], {
    event: 'shared',
    facts: { by: by.name, thing: name, type, place: project.name },
    ref: row.id,
    path: `/projects/${project.id}/${type}s/${row.thing_id}`,
  });
}

type NewShare = Pick<ShareRow, 'email' | 'user_id' | 'level'> & ReturnType<typeof columnsOf>;

/** Adds a share, or changes the level of the one that there is. */
async function put(
  all: Stores,
  given: NewShare,
  by: Sharer['principal'],
): Promise<{ row: ShareRow; isNew: boolean }> {
  const { shares } = all.share;
  const { thing_id, user_id, email, level } = given;
  const email_key = addressKey(email);
  const found = await shares.lock(
    user_id === null ? { thing_id, user_id, email_key } : { thing_id, user_id, link_id: null },
  );
  const invitation_id = user_id === null ? (await invitationFor(all, given, by)).id : null;
  if (found) {
    await shares.change({ id: found.id }, { level, invitation_id });
    return { row: { ...found, level, invitation_id }, isNew: false };
  }
  await requireRoom(all, thing_id);
  const row = newRow('share', {
    id: newId('share'),
    ...given,
    email_key,
    invitation_id,
    ...createdNow(actorOf(by)),
  });
  await shares.insert(row);
  return { row, isNew: true };
}

/**
 * Somebody with this address who belongs to the organisation already, or is a guest of something in it. Of others, it
 * mustn't be told whether they have an account; they are invited.
 */
async function personOf(all: Stores, orgId: string, email: string): Promise<string | null> {
  const users = await all.member.usersByEmail([addressKey(email)]);
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return null;
  const projects = await all.project.projects.list({ where: { org_id: orgId } });
  const user_id = { in: ids };
  const [member] = await all.org.members.list({
    where: { org_id: orgId, user_id },
    order: ['user_id'],
    limit: 1,
  });
  const [guest] = await all.project.members.list({
    where: { project_id: { in: projects.map(({ id }) => id) }, user_id },
    order: ['user_id', 'project_id'],
    limit: 1,
  });
  const [shared] = await all.share.shares.list({
    where: { org_id: orgId, user_id, link_id: null },
    order: ['id'],
    limit: 1,
  });
  return member?.user_id ?? guest?.user_id ?? shared?.user_id ?? null;
}

/** Guests don't learn who works in the project. */
async function inheritedBy(
  stores: Stores,
  { orgId, projectId, type, id }: ThingPlace,
  { access }: Sharer,
): Promise<InheritedAccess | null> {
  if (access.projectRole === null) return null;
  if (type === 'chat') {
    const chat = await stores.chat.chats.find({ id });
    if (chat?.audience === 'private') return null;
  }
  const query = { page_limit: INHERITED };
  const { results, pagination } = await listPeople(stores, { orgId, projectId }, query);
  const people = results.map((row) => {
    const { user, role } = toProjectMember(row);
    return { user, role };
  });
  return { people, has_more: pagination.has_next };
}

/** What is shared with a person. */
export function createSharedThingService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  const { shares } = stores.share;

  return {
    /** Newest first. Of several ways to the same thing, the one that allows most. */
    async list(userId: string, query: PageQuery): Promise<SharedThingList> {
      const options = { where: { user_id: userId }, descending: true };
      const page = await listPage(shares, options, query, (row) => row);
      const now = new Date().toISOString();
      const valid = page.results.filter(
        ({ expires_at }) => expires_at === null || expires_at > now,
      );
      const best = new Map<string, SharedThing>();
      for (const thing of await toSharedThings(stores, valid)) {
        const before = best.get(thing.thing_id);
        if (!before || SHARE_LEVELS[thing.level].length > SHARE_LEVELS[before.level].length)
          best.set(thing.thing_id, thing);
      }
      return { ...page, results: [...best.values()] };
    },

    /** Ends all access of the person to the shared thing, including access by links. @throws ProblemError 404 */
    async leave(userId: string, id: string): Promise<void> {
      await stores.transaction(async ({ share }) => {
        const { thing_id } = await mustFind(share.shares.find({ id, user_id: userId }));
        await share.shares.delete({ thing_id, user_id: userId });
      });
      await access.announce({ user: userId });
    },
  };
}
