import type { ApiKeyRow } from '#domain/access/access.store.ts';
import type { OperationFacts } from '#domain/call.ts';
import type { Domain } from '#domain/domain.ts';
import type { Principal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import { recogniseUser } from '#domain/user/recognise.ts';
import type { UserRow } from '#domain/user/user.store.ts';
import { identityOfToken } from '../identity/tokens.ts';
import type { Store } from '../store.ts';

/** Who calls: a person, or a program with the key of a project. */
export type Caller = { type: 'user'; user: UserRow } | { type: 'api_key'; key: ApiKeyRow };

/** The caller as the domain knows them. */
export function principalOf({ data }: Store, caller: Caller): Principal {
  if (caller.type === 'api_key') {
    const { id, project_id, name } = caller.key;
    const orgId = data.tables.project[project_id]?.org_id ?? '';
    return { type: 'api_key', keyId: id, projectId: project_id, orgId, name };
  }
  const { id, identity_id, name, email } = caller.user;
  return { type: 'user', userId: id, identityId: identity_id, sessionId: '', name, email };
}

/**
 * Who calls.
 * @throws ProblemError `unauthenticated` when nobody is signed in, or with a key where keys are not taken
 */
export async function authenticate(
  store: Store,
  { stores }: Domain,
  operation: OperationFacts,
  request: Request,
): Promise<Caller | undefined> {
  if (operation.permission === 'public') return undefined;
  const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token.startsWith('tlk_')) {
    const key = operation.takesApiKey ? apiKeyOf(store, token) : undefined;
    if (key) return { type: 'api_key', key };
  } else {
    const identity = identityOfToken(store, token);
    if (identity) {
      const { id: identityId, email, name } = identity;
      return { type: 'user', user: await recogniseUser(stores, { identityId, email, name }) };
    }
  }
  throw new ProblemError(
    'unauthenticated',
    "You're not signed in, or the token or API key is invalid.",
  );
}

function apiKeyOf(store: Store, token: string): ApiKeyRow | undefined {
  const now = Date.now();
  const key = Object.values(store.data.tables.api_key).find(({ hash }) => hash === token);
  if (!key || (key.expires_at !== null && Date.parse(key.expires_at) <= now)) return undefined;
  key.last_used_at = new Date(now).toISOString();
  return key;
}
