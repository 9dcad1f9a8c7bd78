import { can } from '#core/access/permissions.ts';
import { newId } from '#core/ids.ts';
import { toTime } from '#core/time.ts';
import { invalidRequest, notFound } from '#domain/problem.ts';
import type { ApiKey, PermissionLevel, Role } from '#generated/model/index.ts';
import { Answer } from '../http/answer.ts';
import { type Order, paginate } from '../http/paging.ts';
import { actorOf, type StoredApiKey, timestamp } from '../store.ts';
import type { Resolvers } from './resolver.ts';

const ORDER: Order<StoredApiKey> = {
  name: 'api-key',
  id: (key) => key.id,
  descending: true,
};

/** Permission tests and API keys. */
export const accessResolvers = {
  testOrgPermissions: ({ params, body, access }) =>
    tested('organization', access.orgRole, body.permissions, params.orgId),

  testProjectPermissions: ({ params, body, access }) =>
    tested('project', access.projectRole, body.permissions, params.projectId),

  testResourcePermissions: ({ store, params, body, access }) => {
    const { resourceType, id, projectId } = params;
    if (resourceType !== 'task' || store.data.tasks[id]?.project_id !== projectId) throw notFound();
    return tested(resourceType, access.projectRole, body.permissions, id);
  },

  listApiKeys: ({ store, params, query }) => {
    const keys = Object.values(store.data.apiKeys).filter(
      (key) => key.project_id === params.projectId,
    );
    const { results, pagination } = paginate(keys, query, ORDER);
    return { results: results.map(toApiKey), pagination };
  },

  createApiKey: ({ store, user, params, body }) => {
    const expires_at = body.expires_at ?? null;
    if (expires_at !== null && toTime(expires_at) <= Date.now()) {
      throw invalidRequest([{ pointer: '/expires_at', message: 'Must be in the future' }]);
    }
    const secret = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(30))));
    const stored: StoredApiKey = {
      id: newId('key'),
      project_id: params.projectId,
      name: body.name.trim(),
      key: `tlk_${secret.replace(/[+/]/g, 'x')}`,
      created_by: actorOf(user),
      created_at: timestamp(),
      last_used_at: null,
      expires_at: expires_at === null ? null : timestamp(toTime(expires_at)),
    };
    store.data.apiKeys[stored.id] = stored;
    const Location = `/api/v1/org/${params.orgId}/project/${params.projectId}/api-key/${stored.id}`;
    return new Answer({ api_key: toApiKey(stored), key: stored.key }, 201, { Location });
  },

  deleteApiKey: ({ store, params }) => {
    if (store.data.apiKeys[params.apiKeyId]?.project_id !== params.projectId) throw notFound();
    delete store.data.apiKeys[params.apiKeyId];
    return undefined;
  },
} satisfies Partial<Resolvers>;

function tested(level: PermissionLevel, role: Role | null, names: readonly string[], id: string) {
  return { permissions: names.filter((name) => can(level, role, name as never)), id, level };
}

function toApiKey({ project_id: _, key, ...rest }: StoredApiKey): ApiKey {
  return { ...rest, prefix: key.slice(0, 8) };
}
