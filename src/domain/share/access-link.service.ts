import { fromBase64Url, toBase64Url } from '#core/base64url.ts';
import { newId } from '#core/ids.ts';
import { LINKS_PER_THING } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type { AccessLink, AccessLinkCreate, SharedThing } from '#generated/model/index.ts';
import { wasRemovedSince } from '../capture/removed.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { actorOf, createdNow, type UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { AccessLinkRow, ShareRow } from './share.tables.ts';
import { toSharedThings } from './share-views.ts';
import {
  columnsOf,
  lockThing,
  requireLevel,
  requireRoom,
  type ShareDomain,
  type Sharer,
  type ThingPlace,
} from './things.ts';

const PURPOSE = 'access link';

/** Links that give access to one thing to whoever is signed in and opens them. */
export function createAccessLinkService(domain: ShareDomain) {
  const { stores, standing, access } = domain;

  return {
    /** @throws ProblemError 400 when it would have expired already, 403, 404, 409 `limit_reached` */
    async create(
      place: ThingPlace,
      { level, expires_at }: AccessLinkCreate,
      sharer: Sharer,
    ): Promise<AccessLink> {
      if (expires_at !== null && toTime(expires_at) <= Date.now())
        throw invalidField('/expires_at', DETAIL.timePast);
      await requireLevel(standing, place, sharer, level);
      const row: AccessLinkRow = {
        id: newId('alink'),
        ...columnsOf(place),
        level,
        ...createdNow(actorOf(sharer.principal)),
        expires_at: expires_at === null ? null : new Date(toTime(expires_at)).toISOString(),
      };
      await stores.transaction(async (all) => {
        await lockThing(all, place);
        if ((await all.share.links.count({ thing_id: place.id })) >= LINKS_PER_THING)
          throw new ProblemError('limit_reached', DETAIL.accessLinkLimit(LINKS_PER_THING));
        await all.share.links.insert(row);
      });
      return toAccessLink(domain, row, 0);
    },

    /** Ends the access of everybody who has it by this link. @throws ProblemError 404 */
    async revoke({ id }: AccessLinkRow): Promise<void> {
      const people = await stores.transaction(async (all) => {
        await mustFind(all.share.links.lock({ id }));
        const rows = await all.share.shares.list({ where: { link_id: id }, order: ['id'] });
        await all.share.shares.delete({ link_id: id });
        await all.share.links.delete({ id });
        return rows;
      });
      for (const { user_id } of people)
        if (user_id !== null) await access.announce({ user: user_id });
    },

    /** @throws ProblemError 404 for a link that isn't ours, has expired or was revoked, 409 `limit_reached` */
    async open(token: string, by: UserPrincipal): Promise<SharedThing> {
      const id = idOfToken(domain, token);
      const { project_id, org_id, type } = requireValid(await stores.share.links.find({ id }));
      const found = await standing.of(by.userId, org_id, project_id);
      const { row, isNew } = await stores.transaction(async (all) => {
        // First, as those do who remove people.
        await all.org.orgs.lock({ id: org_id });
        const link = requireValid(await all.share.links.lock({ id }));
        await requireNotRemoved(all, access.hash, link, by);
        const before = await all.share.shares.find({ link_id: id, user_id: by.userId });
        if (before) return { row: before, isNew: false };
        // Members need no access by a link.
        if (type !== 'chat' && found?.projectRole) return { row: link, isNew: false };
        await requireRoom(all, link.thing_id);
        const share = shareBy(link, by);
        await all.share.shares.insert(share);
        return { row: share, isNew: true };
      });
      if (isNew) await access.announce({ user: by.userId });
      const [thing] = await toSharedThings(stores, [row]);
      if (!thing) throw invalidLink();
      return thing;
    },
  };
}

/** The links of a thing, newest first, with the number of people who have opened each. */
export async function toAccessLinks(
  domain: ShareDomain,
  { id, projectId }: ThingPlace,
  shares: readonly ShareRow[],
): Promise<AccessLink[]> {
  const rows = await domain.stores.share.links.list({
    where: { thing_id: id, project_id: projectId },
    order: ['id'],
    descending: true,
  });
  return rows.map((row) =>
    toAccessLink(domain, row, shares.filter(({ link_id }) => link_id === row.id).length),
  );
}

/** The token is the encrypted id: it can be shown again, but not be found in a copy of the database. */
function toAccessLink(
  { secrets, invitation, apiUrl }: Pick<Domain, 'secrets' | 'invitation' | 'apiUrl'>,
  row: AccessLinkRow,
  people: number,
): AccessLink {
  const token = toBase64Url(secrets.seal(PURPOSE, row.id));
  // In the mocks, the address is relative to wherever the console is.
  const url = `${new URL(invitation.linkUrl, apiUrl).href}#token=${token}`;
  return asView('AccessLink', row, { url, people });
}

function shareBy(link: AccessLinkRow, { userId, email }: UserPrincipal): ShareRow {
  const { created_by_id, created_by_name, level, expires_at } = link;
  const { org_id: orgId, project_id: projectId, type, thing_id: id } = link;
  return {
    id: newId('share'),
    ...columnsOf({ orgId, projectId, type, id }),
    user_id: userId,
    email,
    email_key: email.toLowerCase(),
    level,
    link_id: link.id,
    invitation_id: null,
    ...{ created_by_id, created_by_name, expires_at },
    created_at: new Date().toISOString(),
  };
}

/** @throws ProblemError 404 for whoever was removed after it was made */
async function requireNotRemoved(
  all: Stores,
  hash: Domain['access']['hash'],
  { org_id: orgId, project_id: projectId, created_at }: AccessLinkRow,
  by: UserPrincipal,
): Promise<void> {
  if (await wasRemovedSince(all, hash, { orgId, projectId }, by, created_at))
    throw new ProblemError('not_found', DETAIL.removedSince);
}

/** @throws ProblemError 404 when it was revoked or has expired */
function requireValid(link: AccessLinkRow | undefined): AccessLinkRow {
  if (!link || (link.expires_at !== null && toTime(link.expires_at) <= Date.now()))
    throw invalidLink();
  return link;
}

function idOfToken({ secrets }: Pick<Domain, 'secrets'>, token: string): string {
  try {
    return secrets.open(PURPOSE, fromBase64Url(token));
  } catch {
    throw invalidLink();
  }
}

function invalidLink(): ProblemError {
  return new ProblemError('not_found', DETAIL.accessLinkInvalid);
}
