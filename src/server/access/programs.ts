import { createHmac } from 'node:crypto';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { type FoundKey, findApiKey } from '#domain/key/find-api-key.ts';
import { type FoundToken, findToken } from '#domain/oauth/find-token.ts';
import type { OAuthPort } from '#domain/oauth/oauth.port.ts';
import type { Program } from '#domain/principal.ts';
import type { Stores } from '#domain/stores.ts';
import type { Platform } from '../platform.ts';
import { noteLastUse } from './last-use.repository.ts';

const LIFETIME_MS = 30_000;
const SIZE = 20_000;

/** Recognises API keys and access tokens, with a cache that is invalidated by every change. */
export function createPrograms(
  { database, invalidation, secrets, report }: Platform,
  stores: Stores,
  oauth: Pick<OAuthPort, 'hash'>,
) {
  const known = createTtlCache<FoundKey | FoundToken>(SIZE, LIFETIME_MS);
  let used = new Map<string, number>();
  const secret = secrets.key('api-key');

  invalidation.on(({ apiKey, client, grant, project, org, user }) => {
    const changed: readonly unknown[] = [apiKey, client, grant, project, org, user];
    known.deleteWhere((_, { principal }) => {
      const { projectId, orgId, createdBy } = principal;
      return [...credentialsOf(principal), projectId, orgId, createdBy].some((id) =>
        changed.includes(id),
      );
    });
  });

  /** Keys are random, so a fast keyed hash is enough; a slow one would slow down every run. */
  function hash(key: string): string {
    return createHmac('sha256', secret).update(key).digest('base64url');
  }

  async function find<Found extends FoundKey | FoundToken>(
    hashed: string,
    read: () => Promise<Found | undefined>,
  ): Promise<Found['principal'] | undefined> {
    const found = await known.find(hashed, read);
    const now = Date.now();
    if (!found || found.expiresAt <= now) return undefined;
    for (const id of credentialsOf(found.principal)) used.set(id, now);
    return found.principal;
  }

  return {
    hash,
    findApiKey(key: string) {
      const hashed = hash(key);
      return find(hashed, () => findApiKey(stores, hashed));
    },
    findAccessToken: (token: string) =>
      find(oauth.hash(token), () => findToken(stores, oauth, token)),
    /** Records which credentials have been used since the last call, in a batch, so that no run waits for it. */
    async noteUses(): Promise<void> {
      if (used.size === 0) return;
      const batch = used;
      used = new Map();
      for (const table of ['api_key', 'oauth_client', 'oauth_grant'] as const)
        await noteLastUse(database.db, table, batch).catch(report('noting the use of credentials'));
    },
  };
}

/** The IDs of an API key, or of an app and of what a person allowed it. */
function credentialsOf(program: Program): string[] {
  if (program.type === 'api_key') return [program.keyId];
  const { clientId, grantId } = program;
  return grantId === null ? [clientId] : [clientId, grantId];
}
