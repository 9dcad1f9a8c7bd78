import { toBase64Url } from '#core/base64url.ts';
import { newId } from '#core/ids.ts';
import { API_KEYS_MAX } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type {
  Actor,
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyList,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { ApiKeyRow } from './access.store.ts';

/** The prefix of every API key. It distinguishes keys from session tokens and lets secret scanners recognise them. */
export const API_KEY_PREFIX = 'tlk_';
const SHOWN = API_KEY_PREFIX.length + 4;

/** The API keys of projects. */
export function createApiKeyService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  const { apiKeys } = stores.access;

  return {
    /** Newest first. */
    async list(projectId: string, query: PageQuery): Promise<ApiKeyList> {
      const options = { where: { project_id: projectId }, descending: true };
      const { results, pagination } = await listPage(apiKeys, options, query, (row) => row);
      const ids = [...new Set(results.map(({ created_by }) => created_by))];
      const people = await stores.user.users.list({ where: { id: { in: ids } } });
      const personOf = new Map(people.map(({ id, name }) => [id, { id, name }]));
      const views = results.map((row) =>
        toApiKey(row, personOf.get(row.created_by) ?? { id: row.created_by, name: '' }),
      );
      return { results: views, pagination };
    },

    /**
     * This response is the only one that contains the key itself.
     * @throws ProblemError 409 `limit_reached`
     */
    async create(
      projectId: string,
      { name, expires_at }: ApiKeyCreate,
      by: UserPrincipal,
    ): Promise<ApiKeyCreated> {
      const expires = expires_at ? toTime(expires_at) : null;
      if (expires !== null && expires <= Date.now()) {
        throw invalidField('/expires_at', 'Must be in the future');
      }
      const key = newApiKey();
      const row: ApiKeyRow = {
        id: newId('key'),
        project_id: projectId,
        name: name.trim(),
        prefix: key.slice(0, SHOWN),
        hash: access.hash(key),
        created_by: by.userId,
        created_at: new Date().toISOString(),
        last_used_at: null,
        expires_at: expires === null ? null : new Date(expires).toISOString(),
      };
      await stores.transaction(async ({ access, project }) => {
        await mustFind(project.projects.lock({ id: projectId }));
        const made = await access.apiKeys.count({ project_id: projectId });
        if (made >= API_KEYS_MAX)
          throw new ProblemError('limit_reached', DETAIL.apiKeyLimit(API_KEYS_MAX));
        await access.apiKeys.insert(row);
      });
      return { api_key: toApiKey(row, { id: by.userId, name: by.name }), key };
    },

    /** From now on, every node rejects calls with it. */
    async delete(projectId: string, id: string): Promise<void> {
      if ((await apiKeys.delete({ id, project_id: projectId })) === 0) throw notFound();
      await access.announce({ apiKey: id });
    },
  };
}

/** A new API key with 192 random bits. */
function newApiKey(): string {
  return API_KEY_PREFIX + toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}

function toApiKey(row: ApiKeyRow, created_by: Actor): ApiKey {
  const { id, name, prefix, created_at, last_used_at, expires_at } = row;
  return { id, name, prefix, created_by, created_at, last_used_at, expires_at };
}
