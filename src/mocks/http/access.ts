import { authenticate, type CallerPort } from '#domain/access/authenticate.ts';
import { isEnding } from '#domain/account/is-ending.ts';
import type { Operation } from '#domain/call.ts';
import { findVisitor } from '#domain/chat/widget/visitor.service.ts';
import type { Domain } from '#domain/domain.ts';
import { endOfKey } from '#domain/key/api-key.service.ts';
import { findToken } from '#domain/oauth/find-token.ts';
import type { Principal } from '#domain/principal.ts';
import { recogniseUser } from '#domain/user/recognise.ts';
import { holderOfToken } from '../identity/tokens.ts';
import type { Store } from '../store.ts';

/**
 * Authenticates a request.
 * @throws ProblemError 401
 */
export function callerOf(
  store: Store,
  domain: Domain,
  operation: Operation,
  { headers }: Request,
): Promise<Principal> {
  return authenticate(callers(store, domain), headers.get('authorization'), operation);
}

/**
 * Authenticates a socket. A browser of the mocks always has a token, so there are no cookies.
 * @throws ProblemError 401
 */
export function callerWithToken(
  store: Store,
  domain: Domain,
  token: string | undefined,
): Promise<Principal> {
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  const rule = { takesApiKey: true, permission: 'authenticated', isSensitive: false } as const;
  return authenticate(callers(store, domain), authorization, rule);
}

function callers(store: Store, { stores, access, oauth, chat }: Domain): CallerPort {
  return {
    async findApiKey(text) {
      const { tables } = store.data;
      const hash = access.hash(text);
      const key = Object.values(tables.api_key).find(
        (candidate) => candidate.hash === hash || candidate.old_hash === hash,
      );
      const now = Date.now();
      if (!key || endOfKey(key, hash) <= now) return undefined;
      key.last_used_at = new Date(now).toISOString();
      const { id: keyId, project_id: projectId, created_by_id: createdBy, name, resources } = key;
      const place = await stores.project.projects.find({ id: projectId });
      if (!place) return undefined;
      const creator = await stores.user.users.find({ id: createdBy });
      if (creator && isEnding(creator, place.org_id)) return undefined;
      return { type: 'api_key', keyId, createdBy, resources, projectId, orgId: place.org_id, name };
    },
    async findAccessToken(text) {
      const principal = (await findToken(stores, oauth, text))?.principal;
      const { oauth_client, oauth_grant } = store.data.tables;
      const used = [oauth_client[principal?.clientId ?? ''], oauth_grant[principal?.grantId ?? '']];
      for (const row of used) if (row) row.last_used_at = new Date().toISOString();
      return principal;
    },
    findVisitor: (token) => findVisitor(stores, chat.hash(token)),
    async findPerson(token) {
      const holder = holderOfToken(store, token);
      if (!holder) return undefined;
      const { id: identityId, email, name } = holder.identity;
      // Every address counts as verified, as on a server without SMTP and with `TRUST_ADDRESSES`.
      const knownAt = Date.now();
      const person = { identityId, email, name, isVerified: true, knownAt };
      const user = await recogniseUser(stores, person);
      const { id: userId } = user;
      return {
        principal: {
          type: 'user',
          userId,
          identityId,
          sessionId: '',
          name: user.name,
          email: user.email,
          isVerified: true,
          signedInAt: holder.session.authenticatedAt.getTime(),
        },
        knownAt,
      };
    },
  };
}
