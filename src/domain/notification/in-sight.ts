import { accessAt, viewableChats } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import type { UserPrincipal } from '../principal.ts';
import type { Facts } from './describe.ts';
import type { NotificationRow } from './notification.tables.ts';

type Reading = Pick<Domain, 'standing' | 'stores'>;
type Reader = Pick<UserPrincipal, 'userId'>;

/** Facts that aren't names of things or people. */
const NEUTRAL = ['role', 'date'];

/**
 * Notifications as their reader may see them now. Those that lead to a place out of their sight don't lead there any
 * more, and name nothing in it. What someone is told about their own access leads nowhere, and stays.
 */
export async function inSight(
  domain: Reading,
  reader: Reader,
  rows: readonly NotificationRow[],
): Promise<{ row: NotificationRow; isSeen: boolean }[]> {
  const places = rows.map(({ path }) => placeIn(path));
  const ids = places.flatMap((place) => place?.projectId ?? []);
  const where = { id: { in: [...new Set(ids)] } };
  const projects = ids.length === 0 ? [] : await domain.stores.project.projects.list({ where });
  const orgOf = new Map(projects.map(({ id, org_id }) => [id, org_id]));
  const seen = await Promise.all(
    places.map((place) => {
      if (place === undefined) return true;
      const orgId = place.orgId ?? orgOf.get(place.projectId ?? '');
      return orgId !== undefined && isSeen(domain, reader, { ...place, orgId });
    }),
  );
  return rows.map((row, at) => {
    const isSeen = seen[at] === true;
    return { row: isSeen ? row : { ...row, facts: neutral(row.facts), path: null }, isSeen };
  });
}

interface Place {
  orgId?: string | undefined;
  projectId?: string | undefined;
  type?: string | undefined;
  thingId?: string | undefined;
}

/** The place that a page of the console is about. */
function placeIn(path: string | null): Place | undefined {
  const found =
    /^\/(?:orgs\/(?<orgId>[\w-]+)|projects\/(?<projectId>[\w-]+)(?:\/(?<type>tasks|collections|chats)\/(?<thingId>[\w-]+))?)/;
  return found.exec(path ?? '')?.groups;
}

async function isSeen(
  domain: Reading,
  { userId }: Reader,
  { orgId, projectId, type, thingId }: Place & { orgId: string },
): Promise<boolean> {
  const standing = await domain.standing.of(userId, orgId, projectId);
  if (projectId === undefined) return standing !== undefined && standing.orgRole !== null;
  if (type === 'chats' && thingId !== undefined)
    return (await viewableChats(domain, { type: 'user', userId }, [thingId])).has(thingId);
  const access = accessAt(standing, thingId);
  return access !== undefined && (access.projectRole !== null || access.shared !== undefined);
}

function neutral(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => NEUTRAL.includes(name)));
}
