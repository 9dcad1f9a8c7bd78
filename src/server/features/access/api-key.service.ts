import { newId } from '#core/ids.ts';
import { toTime } from '#core/time.ts';
import { decodeIdCursor, toPage } from '#domain/paging.ts';
import type { ApiKeyPrincipal, UserPrincipal } from '#domain/principal.ts';
import { invalidField, notFound } from '#domain/problem.ts';
import type { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyList } from '#generated/model/index.ts';
import { apiKeyStart, hashApiKey, newApiKey } from '../../access/api-key-secret.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import { createTtlCache } from '../../access/ttl-cache.ts';
import type { Db } from '../../db/client.ts';
import {
  type ApiKeyRow,
  deleteApiKey,
  findApiKeyByHash,
  insertApiKey,
  listApiKeys,
  touchApiKeys,
} from './api-key.repository.ts';

interface Known {
  principal: ApiKeyPrincipal;
  expiresAt: Date | null;
}

export interface ApiKeyDeps {
  db: Db;
  invalidation: Invalidation;
  /** Keys the hashes: a copy of the database alone cannot be searched for a key. */
  secret: Buffer;
  /** Where a failure to note a key's use goes; nothing else fails for it. */
  onError: (error: unknown) => void;
}

const LIFETIME_MS = 30_000;
const SIZE = 10_000;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService({ db, invalidation, secret, onError }: ApiKeyDeps) {
  const known = createTtlCache<Known>(SIZE, LIFETIME_MS);
  let used = new Map<string, Date>();
  let generation = 0;
  invalidation.on(({ apiKey, project, org }) => {
    generation += 1;
    known.deleteWhere(
      (_, { principal: { keyId, projectId, orgId } }) =>
        keyId === apiKey || projectId === project || orgId === org,
    );
  });

  /** Uses are noted in batches: a run must not wait for a write that only says that it happened. */
  async function noteUses(): Promise<void> {
    if (used.size === 0) return;
    const batch = used;
    used = new Map();
    await touchApiKeys(db, batch).catch(onError);
  }

  async function lookUp(hash: string): Promise<Known | undefined> {
    const before = generation;
    const row = await findApiKeyByHash(db, hash);
    if (!row) return undefined;
    const { id: keyId, projectId, name, expiresAt } = row.key;
    const found: Known = {
      principal: { type: 'api_key', keyId, projectId, orgId: row.orgId, name },
      expiresAt,
    };
    if (generation === before) known.set(hash, found);
    return found;
  }

  return {
    /** Who a key stands for; undefined when there is no such key or it has expired. */
    async find(key: string): Promise<ApiKeyPrincipal | undefined> {
      const hash = hashApiKey(key, secret);
      const found = known.get(hash) ?? (await lookUp(hash));
      const now = new Date();
      if (!found || (found.expiresAt && found.expiresAt <= now)) return undefined;
      used.set(found.principal.keyId, now);
      return found.principal;
    },

    async list(
      projectId: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<ApiKeyList> {
      const before = decodeIdCursor(page.cursor);
      const found = await listApiKeys(db, { projectId, before, limit: page.limit + 1 });
      const { rows, pagination } = toPage(found, page.limit, ({ key }) => ({ id: key.id }));
      return { results: rows.map(toApiKey), pagination };
    },

    /** The key itself is in this answer and nowhere else. */
    async create(
      projectId: string,
      { name, expires_at }: ApiKeyCreate,
      creator: UserPrincipal,
    ): Promise<ApiKeyCreated> {
      const expiresAt = expires_at ? new Date(toTime(expires_at)) : null;
      if (expiresAt && expiresAt <= new Date()) {
        throw invalidField('/expires_at', 'Must be in the future');
      }
      const key = newApiKey();
      const row = await insertApiKey(db, {
        id: newId('key'),
        projectId,
        name: name.trim(),
        prefix: apiKeyStart(key),
        hash: hashApiKey(key, secret),
        createdBy: creator.userId,
        expiresAt,
      });
      if (!row) throw notFound();
      const by = { id: creator.userId, name: creator.name };
      return { api_key: toApiKey({ key: row, creator: by }), key };
    },

    /** From now on calls with it are refused, on every node. */
    async delete(projectId: string, id: string): Promise<void> {
      if (!(await deleteApiKey(db, projectId, id))) throw notFound();
      await invalidation.announce({ apiKey: id });
    },

    /** Writes down which keys were used since the last time. */
    noteUses,
  };
}

function toApiKey({ key, creator }: ApiKeyRow): ApiKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_by: creator,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  };
}
