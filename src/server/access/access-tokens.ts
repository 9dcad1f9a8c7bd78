import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { type FoundToken, findToken } from '#domain/oauth/find-token.ts';
import type { OAuthPrincipal } from '#domain/principal.ts';
import type { Stores } from '#domain/stores.ts';
import type { Db } from '../db/client.ts';
import type { Invalidation } from './invalidation.ts';
import { noteLastUse } from './last-use.repository.ts';

export interface AccessTokensDeps {
  db: Db;
  stores: Stores;
  invalidation: Invalidation;
  hash(secret: string): string;
  /** Reports failures to record that a token was used. They affect nothing else. */
  onError: (error: unknown) => void;
}

const LIFETIME_MS = 30_000;
const SIZE = 10_000;

/** Recognises the access tokens of apps, with a cache that is invalidated by every change. */
export function createAccessTokens({ db, stores, invalidation, hash, onError }: AccessTokensDeps) {
  const known = createTtlCache<FoundToken>(SIZE, LIFETIME_MS);
  let used = new Map<string, number>();
  invalidation.on(({ client, grant, project, org, user }) => {
    known.deleteWhere(
      (_, { principal: { clientId, grantId, projectId, orgId, createdBy } }) =>
        clientId === client ||
        (grant !== undefined && grantId === grant) ||
        projectId === project ||
        orgId === org ||
        createdBy === user,
    );
  });

  return {
    /** Undefined if the token was revoked or has expired. */
    async find(token: string): Promise<OAuthPrincipal | undefined> {
      const found = await known.find(hash(token), () => findToken(stores, { hash }, token));
      const now = Date.now();
      if (!found || found.expiresAt <= now) return undefined;
      const { clientId, grantId } = found.principal;
      used.set(clientId, now);
      if (grantId !== null) used.set(grantId, now);
      return found.principal;
    },

    /** Records which apps, allowed by whom, have used their tokens since the last call, in a batch. */
    async noteUses(): Promise<void> {
      if (used.size === 0) return;
      const batch = used;
      used = new Map();
      for (const table of ['oauth_client', 'oauth_grant'] as const)
        await noteLastUse(db, table, batch).catch(onError);
    },
  };
}
