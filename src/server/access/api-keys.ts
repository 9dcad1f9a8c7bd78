import { createHmac } from 'node:crypto';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { isEnding } from '#domain/account/is-ending.ts';
import { endOfKey } from '#domain/key/api-key.service.ts';
import type { ApiKeyPrincipal } from '#domain/principal.ts';
import type { Db } from '../db/client.ts';
import { findApiKeyByHash } from '../features/access/api-key.repository.ts';
import type { Invalidation } from './invalidation.ts';
import { noteLastUse } from './last-use.repository.ts';

interface Known {
  principal: ApiKeyPrincipal;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface ApiKeysDeps {
  db: Db;
  invalidation: Invalidation;
  /** The secret that keys are hashed with. Without it, nobody can look up an API key in a copy of the database. */
  secret: Buffer;
  /** Reports failures to record that a key was used. They affect nothing else. */
  onError: (error: unknown) => void;
}

const LIFETIME_MS = 30_000;
const SIZE = 10_000;

/** Recognises API keys, with a cache that is invalidated by every change. */
export function createApiKeys({ db, invalidation, secret, onError }: ApiKeysDeps) {
  const known = createTtlCache<Known>(SIZE, LIFETIME_MS);
  let used = new Map<string, number>();
  invalidation.on(({ apiKey, project, org, user }) => {
    known.deleteWhere(
      (_, { principal: { keyId, projectId, orgId, createdBy } }) =>
        keyId === apiKey || projectId === project || orgId === org || createdBy === user,
    );
  });

  /** Keys are random, so a fast keyed hash is enough; a slow one would slow down every run. */
  function hash(key: string): string {
    return createHmac('sha256', secret).update(key).digest('base64url');
  }

  async function lookUp(hashed: string): Promise<Known | undefined> {
    const row = await findApiKeyByHash(db, hashed);
    if (!row || (row.creator && isEnding(row.creator, row.orgId))) return undefined;
    const { id: keyId, project_id: projectId, created_by_id: createdBy, name, resources } = row.key;
    return {
      principal: {
        type: 'api_key',
        keyId,
        createdBy,
        resources,
        projectId,
        orgId: row.orgId,
        name,
      },
      expiresAt: endOfKey(row.key, hashed),
    };
  }

  return {
    hash,

    /** The principal of a key; undefined if the key does not exist or has expired. */
    async find(key: string): Promise<ApiKeyPrincipal | undefined> {
      const hashed = hash(key);
      const found = await known.find(hashed, () => lookUp(hashed));
      const now = Date.now();
      if (!found || found.expiresAt <= now) return undefined;
      used.set(found.principal.keyId, now);
      return found.principal;
    },

    /**
     * Records which keys have been used since the last call, in a batch, so that no run has to wait for this write.
     */
    async noteUses(): Promise<void> {
      if (used.size === 0) return;
      const batch = used;
      used = new Map();
      await noteLastUse(db, 'api_key', batch).catch(onError);
    },
  };
}
