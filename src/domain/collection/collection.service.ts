import { can } from '#core/access/permissions.ts';
import { toTags } from '#core/task/tags.ts';
import type {
  Collection,
  CollectionChatUse,
  CollectionCreate,
  CollectionList,
  CollectionSort,
  CollectionUpdate,
  CollectionUseList,
  DocumentTagList,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { requireMatch } from '../version.ts';
import type { CollectionIndexRow, CollectionRow } from './collection.tables.ts';
import { insertCollection, newCollection, underFreeName } from './collection-rows.ts';
import { toCollection, toCounts, toIndex } from './collection-views.ts';

/** The dependencies of the services of collections and documents. */
export type CollectionDomain = Pick<
  Domain,
  | 'access'
  | 'assist'
  | 'charges'
  | 'collection'
  | 'exports'
  | 'model'
  | 'outbound'
  | 'run'
  | 'secrets'
  | 'standing'
  | 'stores'
>;

interface CollectionQuery extends PageQuery {
  q?: string;
  sort?: CollectionSort;
  tag?: string;
}

type CollectionPlace = Readonly<Record<'projectId' | 'collectionId', string>>;

/** A list on a single page. */
const ALL = { has_next: false, next_cursor: null };

/** Collections, without their documents and indexes, which have their own services. */
export function createCollectionService(domain: CollectionDomain) {
  const { stores, collection: port } = domain;
  const { collections } = stores.collection;

  async function viewsOf(rows: readonly CollectionRow[]): Promise<Collection[]> {
    const [first] = rows;
    if (!first) return [];
    const { indexes, stateCounts, indexProgress, uses } = stores.collection;
    const ids = rows.map(({ id }) => id);
    const found = await indexes.list({
      where: { collection_id: { in: ids }, status: { in: ['active', 'building', 'ready'] } },
      order: ['id'],
    });
    const [counts, progress, used] = await Promise.all([
      stateCounts(ids),
      indexProgress(found.map(({ id }) => id)),
      uses(first.project_id, ids),
    ]);
    const progressOf = new Map(progress.map((row) => [row.index_id, row]));
    const view = (row: CollectionIndexRow) => toIndex(row, progressOf.get(row.id), port);
    return Promise.all(
      rows.map(async (row) => {
        const own = found.filter(({ collection_id }) => collection_id === row.id);
        const active = await mustFind(own.find(({ id }) => id === row.index_id));
        const next = own.findLast(({ status }) => status !== 'active');
        const index = view(active);
        const ofTasks = used.filter(({ collection_id }) => collection_id === row.id);
        return toCollection(row, {
          counts: toCounts(
            counts.filter(({ collection_id }) => collection_id === row.id),
            index.chunks,
          ),
          index,
          building: next ? view(next) : null,
          uses: new Set(ofTasks.map(({ task_id }) => task_id)).size,
        });
      }),
    );
  }

  async function viewOf(row: CollectionRow): Promise<Collection> {
    return mustFind((await viewsOf([row]))[0]);
  }

  return {
    viewOf,

    async list(projectId: string, query: CollectionQuery): Promise<CollectionList> {
      const { q, tag, sort = '-updated_at' } = query;
      return listViews(
        collections,
        {
          where: { project_id: projectId },
          filter: { tags: tag === undefined ? undefined : { has: tag } },
          search: { q, in: ['name', 'description', 'tags'] },
          sort,
        },
        query,
        viewsOf,
      );
    },

    /** @throws ProblemError 400, 409 `name_taken`, `limit_reached` */
    async create(
      place: { orgId: string; projectId: string },
      body: CollectionCreate,
      by: Principal,
    ): Promise<Collection> {
      const made = await newCollection(domain, place, body, by);
      await underFreeName(stores.transaction((inner) => insertCollection(inner, made)));
      return viewOf(made.row);
    },

    /** @throws ProblemError 409 `name_taken`, 412 when it changed since `ifMatch` */
    async update(id: string, body: CollectionUpdate, ifMatch?: string): Promise<Collection> {
      const { name, description, tags, is_paused } = body;
      const row = await underFreeName(
        stores.transaction(async ({ collection }) => {
          const found = await mustFind(collection.collections.lock({ id }));
          requireMatch(ifMatch, found);
          const changed: CollectionRow = {
            ...found,
            name: name?.trim() ?? found.name,
            description: description ?? found.description,
            tags: tags ? toTags(tags) : found.tags,
            is_paused: is_paused ?? found.is_paused,
            version: found.version + 1,
            updated_at: new Date().toISOString(),
          };
          await collection.collections.put(changed);
          return changed;
        }),
      );
      if (is_paused === false) port.kick();
      return viewOf(row);
    },

    /**
     * Deletes a collection. What was in it is out of reach at once, and swept in batches.
     * @throws ProblemError 409 `collection_in_use` when tasks search it, unless forced
     */
    async delete(row: CollectionRow, { force = false }: { force?: boolean }): Promise<void> {
      const { id } = row;
      if (!force) await refuseUsed(domain, row);
      await stores.transaction(async ({ collection, datasource }) => {
        // Syncs lock their own row before the collection, so a deletion has to do the same.
        const where = { collection_id: id, status: { in: ['waiting', 'running'] } } as const;
        for (const sync of await datasource.syncs.list({ where, order: ['id'] }))
          await datasource.syncs.lock({ id: sync.id });
        if ((await collection.collections.delete({ id })) === 0) throw notFound();
      });
      await domain.access.announce({ collection: id });
      port.tidy();
    },

    async uses({ projectId, collectionId }: CollectionPlace): Promise<CollectionUseList> {
      const tasks = await stores.collection.uses(projectId, [collectionId]);
      return { results: tasks.map(({ collection_id: _, ...use }) => use), pagination: ALL };
    },

    chatUse: ({ projectId, collectionId }: CollectionPlace): Promise<CollectionChatUse> =>
      chatUseOf(domain, { id: collectionId, project_id: projectId }),

    async documentTags(id: string): Promise<DocumentTagList> {
      return { results: await stores.collection.documentTags(id), pagination: ALL };
    },

    /**
     * Moves a collection to another project of the organisation, where it isn't shared with anyone yet.
     * @throws ProblemError 400, 409 `name_taken`, `collection_in_use`
     */
    async move(found: CollectionRow, to: string, by: Principal): Promise<Collection> {
      const { id: collectionId, org_id: orgId } = found;
      if (to === found.project_id) return viewOf(found);
      if (!(await mayEdit(domain, orgId, to, by)))
        throw invalidField('/project_id', DETAIL.collectionMoveForbidden);
      await refuseUsed(domain, found);
      const moved = await underFreeName(
        stores.transaction(async ({ collection, project, share }) => {
          const row = await mustFind(collection.collections.lock({ id: collectionId }));
          if (!(await project.projects.lock({ id: to, org_id: orgId })))
            throw invalidField('/project_id', DETAIL.collectionMoveForbidden);
          const changed = {
            ...row,
            project_id: to,
            version: row.version + 1,
            updated_at: new Date().toISOString(),
          };
          await collection.collections.put(changed);
          await share.shares.delete({ collection_id: collectionId });
          await share.links.delete({ collection_id: collectionId });
          return changed;
        }),
      );
      await domain.access.announce({ collection: collectionId, project: found.project_id });
      return viewOf(moved);
    },
  };
}

/** The chats and widgets that search a collection. Chats may be private, so they are only counted. */
async function chatUseOf(
  { stores }: Pick<Domain, 'stores'>,
  { id, project_id }: Pick<CollectionRow, 'id' | 'project_id'>,
): Promise<CollectionChatUse> {
  const where = { project_id };
  const [chats, widgets] = await Promise.all([
    stores.chat.chatsUsing(project_id, id),
    stores.chat.widgets.list({ where, order: ['id'] }),
  ]);
  const using = widgets.filter(
    ({ config }) => config.type === 'collections' && config.collection_ids?.includes(id),
  );
  return { chats, widgets: using.map((widget) => ({ id: widget.id, name: widget.name })) };
}

/** @throws ProblemError 409 `collection_in_use`, naming the tasks and widgets */
async function refuseUsed(
  domain: Pick<Domain, 'stores'>,
  collection: CollectionRow,
): Promise<void> {
  const { id, project_id } = collection;
  const [tasks, { chats, widgets }] = await Promise.all([
    domain.stores.collection.uses(project_id, [id]),
    chatUseOf(domain, collection),
  ]);
  const names = [...new Set([...tasks.map((use) => use.task_name), ...widgets.map((w) => w.name)])];
  const users = [
    ...names.slice(0, 20).map((name) => `“${name}”`),
    ...(chats > 0 ? [chats === 1 ? 'a chat' : `${chats} chats`] : []),
  ];
  if (users.length > 0) throw new ProblemError('collection_in_use', DETAIL.collectionUsed(users));
}

async function mayEdit(
  { standing }: Pick<Domain, 'standing'>,
  orgId: string,
  projectId: string,
  by: Principal,
): Promise<boolean> {
  if (by.type !== 'user') return false;
  const found = await standing.of(by.userId, orgId, projectId);
  return can('project', found?.projectRole ?? null, 'edit');
}
