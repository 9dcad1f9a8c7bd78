import type { StayingKind } from '#generated/model/index.ts';
import type { ChatRow } from '../../chat/chat.tables.ts';
import type { CollectionRow } from '../../collection/collection.tables.ts';
import type { DatasourceRow } from '../../datasource/datasource.tables.ts';
import type { EndpointRow } from '../../endpoint/endpoint.tables.ts';
import type { ShareRow } from '../../share/share.tables.ts';
import type { TaskRow } from '../../task/task.tables.ts';
import type { WebhookRow } from '../../webhook/webhook.tables.ts';
import { anyMade, type Made } from './kind.ts';
import { byThem, inProjects } from './place.ts';

const webhook: Made<WebhookRow> = {
  table: ({ webhook }) => webhook.webhooks,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  shown: async () => (row) => ({
    name: row.name,
    detail: row.url,
    user_id: row.created_by_id,
    last_used_at: row.last_delivered_at,
  }),
};

const datasource: Made<DatasourceRow> = {
  table: ({ datasource }) => datasource.sources,
  where: (by) => ({ ...byThem(by), org_id: by.orgId }),
  async among({ collection }, rows, by) {
    const id = { in: rows.map(({ collection_id }) => collection_id) };
    const found = await collection.collections.list({ where: { id, ...inProjects(by) } });
    return rows.flatMap((row) => {
      const of = found.find((one) => one.id === row.collection_id);
      return of ? [{ ...row, project_id: of.project_id }] : [];
    });
  },
  shown: async () => (row) => ({ name: row.name, user_id: row.created_by_id }),
};

/** They belong to the organisation, so removing somebody from a project doesn't concern them. */
const model_endpoint: Made<EndpointRow> = {
  table: ({ endpoint }) => endpoint.endpoints,
  where: (by) => ({ ...byThem(by), org_id: by.orgId }),
  among: async (_stores, rows, { projectId }) => (projectId === undefined ? [...rows] : []),
  shown: async () => (row) => ({
    name: row.name,
    user_id: row.created_by_id,
    last_used_at: row.key_used_at,
  }),
};

/** Access that people have by name. That of a link ends with the link. */
const share: Made<ShareRow> = {
  table: ({ share }) => share.shares,
  where: (by) => ({ ...byThem(by), ...inProjects(by), link_id: null }),
  among: async (_stores, rows, { userIds }) =>
    rows.filter(({ user_id }) => user_id !== null && !userIds.includes(user_id)),
  shown: async () => (row) => ({ name: row.email, user_id: row.created_by_id }),
};

const task: Made<TaskRow> = {
  table: ({ task }) => task.tasks,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  shown: async () => (row) => ({ user_id: row.created_by_id }),
};

const collection: Made<CollectionRow> = {
  table: ({ collection }) => collection.collections,
  where: (by) => ({ ...byThem(by), ...inProjects(by) }),
  shown: async () => (row) => ({ user_id: row.created_by_id }),
};

const chat: Made<ChatRow> = {
  table: ({ chat }) => chat.chats,
  where: (by) => ({
    owner_type: 'user',
    owner_id: { in: by.userIds },
    deleted_at: null,
    ...inProjects(by),
  }),
  shown: async () => (row) => ({ user_id: row.owner_id }),
};

/** What stays in its project or organisation, because the work of others depends on it. */
export const STAYING = {
  webhook: anyMade(webhook),
  datasource: anyMade(datasource),
  model_endpoint: anyMade(model_endpoint),
  share: anyMade(share),
  task: anyMade(task),
  collection: anyMade(collection),
  chat: anyMade(chat),
} satisfies Record<StayingKind, unknown>;

/** There may be thousands of these, and their names don't help to decide. */
export const ONLY_COUNTED: readonly StayingKind[] = ['task', 'collection', 'chat'];
