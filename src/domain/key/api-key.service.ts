import { newId } from '#core/ids.ts';
import { API_KEYS_MAX } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type {
  Actor,
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyList,
  ApiKeyUpdate,
  SecretRotation,
} from '#generated/model/index.ts';
import type { ApiKeyRow } from '../access/access.tables.ts';
import { checkResources } from '../access/resources.ts';
import { newSecret, overlapEnd, shownPart, unlessPast } from '../access/secret.ts';
import { DELETED_USER } from '../account/deleted-user.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import { newRow } from '../tables.ts';
import { asView } from '../view.ts';

/** The prefix of every API key. It distinguishes keys from session tokens and lets secret scanners recognise them. */
export const API_KEY_PREFIX = 'tlk_';

/** The API keys of projects. */
export function createApiKeyService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  const { apiKeys } = stores.access;

  /** Keys with the names of the people who created them. */
  async function views(rows: readonly ApiKeyRow[]): Promise<ApiKey[]> {
    const ids = [...new Set(rows.map(({ created_by_id }) => created_by_id))];
    const people = await stores.user.users.list({ where: { id: { in: ids } } });
    const personOf = new Map(people.map(({ id, name }) => [id, { id, name }]));
    return rows.map((row) =>
      toApiKey(
        row,
        personOf.get(row.created_by_id) ?? { id: row.created_by_id, name: DELETED_USER },
      ),
    );
  }

  async function view(row: ApiKeyRow): Promise<ApiKey> {
    const [api_key] = await views([row]);
    return api_key as ApiKey;
  }

  return {
    /** Newest first. */
    async list(projectId: string, query: PageQuery): Promise<ApiKeyList> {
      const options = { where: { project_id: projectId }, descending: true };
      return listViews(apiKeys, options, query, views);
    },

    /**
     * This response is the only one that contains the key itself.
     * @throws ProblemError 400 for an expiry in the past or an unknown task, 409 `limit_reached`
     */
    async create(
      projectId: string,
      { name, expires_at, resources = null }: ApiKeyCreate,
      by: UserPrincipal,
    ): Promise<ApiKeyCreated> {
      const expires = expires_at ? toTime(expires_at) : null;
      if (expires !== null && expires <= Date.now()) {
        throw invalidField('/expires_at', 'Must be in the future');
      }
      const key = newSecret(API_KEY_PREFIX);
      const row = newRow('api_key', {
        id: newId('key'),
        project_id: projectId,
        name: name.trim(),
        prefix: shownPart(key, API_KEY_PREFIX),
        hash: access.hash(key),
        resources: await checkResources(stores, projectId, resources),
        created_by_id: by.userId,
        created_at: new Date().toISOString(),
        expires_at: expires === null ? null : new Date(expires).toISOString(),
      });
      await stores.transaction(async ({ access, project }) => {
        await mustFind(project.projects.lock({ id: projectId }));
        const where = { project_id: projectId };
        if ((await access.apiKeys.count(where)) >= API_KEYS_MAX)
          throw new ProblemError('limit_reached', DETAIL.apiKeyLimit(API_KEYS_MAX));
        await access.apiKeys.insert(row);
      });
      return { api_key: toApiKey(row, { id: by.userId, name: by.name }), key };
    },

    /** @throws ProblemError 400 for an unknown task or collection, 404 */
    async update({ id, project_id }: ApiKeyRow, body: ApiKeyUpdate): Promise<ApiKey> {
      const change = {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.resources !== undefined && {
          resources: await checkResources(stores, project_id, body.resources),
        }),
      };
      const [row] =
        Object.keys(change).length === 0
          ? [await apiKeys.find({ id })]
          : await apiKeys.update({ id }, change);
      if (!row) throw notFound();
      await access.announce({ apiKey: id });
      return view(row);
    },

    /**
     * Replaces a key by a new one; the old one works for the given hours.
     * @throws ProblemError 400 when it has expired, 404
     */
    async rotate({ id }: ApiKeyRow, { overlap_hours }: SecretRotation): Promise<ApiKeyCreated> {
      const key = newSecret(API_KEY_PREFIX);
      const changed = await stores.transaction(async (tx) => {
        const row = await mustFind(tx.access.apiKeys.lock({ id }));
        if (row.expires_at !== null && unlessPast(row.expires_at) === null)
          throw invalidField('', 'This key has expired. Create a new one.');
        const until = overlapEnd(overlap_hours);
        const next: ApiKeyRow = {
          ...row,
          prefix: shownPart(key, API_KEY_PREFIX),
          hash: access.hash(key),
          old_prefix: until && row.prefix,
          old_hash: until && row.hash,
          old_key_until: until,
        };
        await tx.access.apiKeys.put(next);
        return next;
      });
      await access.announce({ apiKey: id });
      return { api_key: await view(changed), key };
    },

    /** From now on, every node rejects calls with it. */
    async delete({ id }: ApiKeyRow): Promise<void> {
      if ((await apiKeys.delete({ id })) === 0) throw notFound();
      await access.announce({ apiKey: id });
    },
  };
}

function toApiKey(row: ApiKeyRow, created_by: Actor): ApiKey {
  const old_key_until = unlessPast(row.old_key_until);
  const old_prefix = old_key_until && row.old_prefix;
  return asView('ApiKey', row, { created_by, old_prefix, old_key_until });
}
