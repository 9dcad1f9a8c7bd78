import { authenticate, type CallerPort, OF_SOCKETS } from '#domain/access/authenticate.ts';
import type { Operation } from '#domain/call.ts';
import { findVisitor } from '#domain/chat/widget/visitor.service.ts';
import type { Domain } from '#domain/domain.ts';
import { findApiKey } from '#domain/key/find-api-key.ts';
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
  return authenticate(callers(store, domain), authorization, OF_SOCKETS);
}

function callers(store: Store, { stores, access, oauth, chat }: Domain): CallerPort {
  return {
    async findApiKey(text) {
      const principal = (await findApiKey(stores, access.hash(text)))?.principal;
      noteUse(store.data.tables.api_key[principal?.keyId ?? '']);
      return principal;
    },
    async findAccessToken(text) {
      const principal = (await findToken(stores, oauth, text))?.principal;
      const { oauth_client, oauth_grant } = store.data.tables;
      noteUse(oauth_client[principal?.clientId ?? '']);
      noteUse(oauth_grant[principal?.grantId ?? '']);
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

function noteUse(row: { last_used_at: string | null } | undefined): void {
  if (row) row.last_used_at = new Date().toISOString();
}
