import type { Share, SharedThing } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { linkOf } from '../invitation/invitation-views.ts';
import type { Stores } from '../stores.ts';
import { toMemberUser } from '../user/user.service.ts';
import { asView } from '../view.ts';
import type { AccessLinkRow, ShareRow } from './share.tables.ts';
import { namesOf } from './things.ts';

/** Shares as those see them who may share the thing. */
export async function toShares(
  domain: Pick<Domain, 'stores' | 'secrets' | 'invitation' | 'apiUrl'>,
  rows: readonly ShareRow[],
): Promise<Share[]> {
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const users = await domain.stores.user.users.list({ where: { id: { in: ids } } });
  const people = new Map(users.map((row) => [row.id, toMemberUser(row)]));
  return rows.map((row) => {
    const { user_id, invitation_id } = row;
    const user = (user_id !== null && people.get(user_id)) || null;
    return asView('Share', row, {
      user,
      email: user?.email ?? row.email,
      status: user_id === null ? 'invited' : 'active',
      invitation_link: invitation_id === null ? null : linkOf(domain, invitation_id),
    });
  });
}

/** Shares and links as those see them who have access by them. What was deleted or moved is left out. */
export async function toSharedThings(
  stores: Pick<Stores, 'task' | 'collection' | 'chat' | 'project' | 'org'>,
  rows: readonly (ShareRow | AccessLinkRow)[],
): Promise<SharedThing[]> {
  const [nameOf, projects, orgs] = await Promise.all([
    namesOf(stores, rows),
    stores.project.projects.list({ where: { id: { in: rows.map((row) => row.project_id) } } }),
    stores.org.orgs.list({ where: { id: { in: rows.map((row) => row.org_id) } } }),
  ]);
  return rows.flatMap((row) => {
    const name = nameOf(row);
    const project = projects.find(({ id }) => id === row.project_id);
    const org = orgs.find(({ id }) => id === row.org_id);
    if (name === undefined || !project || !org) return [];
    return asView('SharedThing', row, {
      name,
      org: { id: org.id, name: org.name },
      project: { id: project.id, name: project.name },
      shared_by: { id: row.created_by_id, name: row.created_by_name },
      shared_at: row.created_at,
    });
  });
}
