import type { OAuthScope } from '#generated/model/index.ts';
import { commonResources } from '../access/resources.ts';
import type { OAuthPrincipal } from '../principal.ts';
import type { Stores } from '../stores.ts';
import type { OAuthPort } from './oauth.port.ts';
import type { OAuthClientRow, OAuthGrantRow, OAuthTokenRow } from './oauth.tables.ts';

/** The prefix of every access token. */
export const ACCESS_TOKEN_PREFIX = 'tla_';
/** Access tokens on behalf of a person, and on an app's own behalf. */
const ACCESS_KINDS = ['AccessToken', 'ClientCredentials'];

/** A caller with an access token. */
export interface FoundToken {
  principal: OAuthPrincipal;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The id of a code or token of a kind, under which it is stored. */
export function tokenId({ hash }: Pick<OAuthPort, 'hash'>, kind: string, value: string): string {
  return hash(`${kind} ${value}`);
}

/**
 * The caller that an access token belongs to, with what its app, and the person who allowed it, permit now. Undefined if
 * the token has expired or was revoked.
 */
export async function findToken(
  { oauth, project, user }: Pick<Stores, 'oauth' | 'project' | 'user'>,
  port: Pick<OAuthPort, 'hash'>,
  value: string,
): Promise<FoundToken | undefined> {
  const ids = ACCESS_KINDS.map((kind) => tokenId(port, kind, value));
  const [token] = await oauth.tokens.list({ where: { id: { in: ids } }, limit: 1 });
  const expiresAt = token ? Date.parse(token.expires_at) : 0;
  if (!token || expiresAt <= Date.now()) return undefined;
  const client = await oauth.clients.find({ id: token.client_id });
  if (!client) return undefined;
  const grant = token.grant_id === null ? null : await oauth.grants.find({ id: token.grant_id });
  const place = await project.projects.find({ id: client.project_id });
  if (grant === undefined || !place || !mayHold(client, grant)) return undefined;
  const person = grant && (await user.users.find({ id: grant.user_id }));
  if (person?.deactivated_at) return undefined;
  const principal: OAuthPrincipal = {
    type: 'oauth_client',
    clientId: client.id,
    grantId: grant?.id ?? null,
    userId: grant?.user_id ?? null,
    createdBy: grant?.user_id ?? client.created_by_id,
    scopes: allowedScopes(token, client, grant),
    resources: commonResources(client.resources, grant?.resources ?? null),
    projectId: place.id,
    orgId: place.org_id,
    name: client.name,
  };
  return { principal, expiresAt };
}

/** Whether an app may still have tokens of this kind. */
function mayHold({ grants }: OAuthClientRow, grant: OAuthGrantRow | null): boolean {
  return grants.includes(grant ? 'authorization_code' : 'client_credentials');
}

function allowedScopes(
  token: OAuthTokenRow,
  client: OAuthClientRow,
  grant: OAuthGrantRow | null,
): OAuthScope[] {
  const allowed = grant?.scopes ?? client.scopes;
  return token.scopes.filter((scope) => client.scopes.includes(scope) && allowed.includes(scope));
}
