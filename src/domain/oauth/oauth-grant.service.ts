import type {
  OAuthResource,
  ResourceScope,
  UserGrant,
  UserGrantList,
} from '#generated/model/index.ts';
import { accessAt } from '../access/visible.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { notFound } from '../problem.ts';
import type { Table, Where } from '../table.ts';
import type { OAuthGrantRow } from './oauth.tables.ts';
import { toApp, toOAuthProject } from './oauth-views.ts';

/** What people allowed apps. */
export function createOAuthGrantService(domain: Pick<Domain, 'stores' | 'access' | 'standing'>) {
  const { stores, access } = domain;
  const { grants } = stores.oauth;

  return {
    /** Newest first. */
    async list(userId: string, query: PageQuery): Promise<UserGrantList> {
      const options = { where: { user_id: userId }, descending: true };
      return listViews(grants, options, query, (rows) => views(domain, userId, rows));
    },

    /** From now on, every node rejects the app's tokens for this person. */
    async revoke({ id }: OAuthGrantRow): Promise<void> {
      if ((await grants.delete({ id })) === 0) throw notFound();
      await access.announce({ grant: id });
    },
  };
}

/** What a project is called for those who have lost access to it. They may still revoke what they allowed. */
const LEFT = { name: 'A project that you left', org: { name: '' } };

async function views(
  { stores, standing }: Pick<Domain, 'stores' | 'standing'>,
  userId: string,
  rows: readonly OAuthGrantRow[],
): Promise<UserGrant[]> {
  const { oauth, project, org, task, collection } = stores;
  const clients = await byId(
    oauth.clients,
    rows.map(({ client_id }) => client_id),
  );
  const placeIds = [...clients.values()].map(({ project_id }) => project_id);
  const projects = await byId(project.projects, placeIds);
  const seen = new Set<string>();
  for (const { id, org_id } of projects.values())
    if (accessAt(await standing.of(userId, org_id, id))?.projectRole) seen.add(id);
  const orgs = await byId(
    org.orgs,
    [...projects.values()].map(({ org_id }) => org_id),
  );
  const chosen = rows.flatMap(({ resources }) => resources ?? []);
  const tasks = await byId(
    task.tasks,
    chosen.flatMap(({ task_ids }) => task_ids),
  );
  const collections = await byId(
    collection.collections,
    chosen.flatMap(({ collection_ids }) => collection_ids),
  );
  const named = (resources: ResourceScope): OAuthResource[] =>
    [
      ...resources.task_ids.map((id) => tasks.get(id)),
      ...resources.collection_ids.map((id) => collections.get(id)),
    ].flatMap((found) => (found ? [{ id: found.id, name: found.name }] : []));
  return rows.flatMap(({ id, client_id, scopes, resources, created_at, last_used_at }) => {
    const client = clients.get(client_id);
    const place = client && projects.get(client.project_id);
    // Deleted in the meantime.
    if (!client || !place) return [];
    const isSeen = seen.has(place.id);
    return {
      id,
      app: toApp(client),
      project: isSeen
        ? toOAuthProject(place, orgs.get(place.org_id))
        : toOAuthProject({ ...place, name: LEFT.name }, LEFT.org),
      scopes,
      resources: resources && (isSeen ? named(resources) : []),
      ...{ created_at, last_used_at },
    };
  });
}

async function byId<Row extends { id: string }>(
  table: Table<Row>,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  if (ids.length === 0) return new Map();
  const where = { id: { in: [...new Set(ids)] } } as unknown as Where<Row>;
  const rows = await table.list({ where });
  return new Map(rows.map((row) => [row.id, row]));
}
