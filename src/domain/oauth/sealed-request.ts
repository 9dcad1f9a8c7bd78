import { OAUTH_SCOPES } from '#core/access/oauth-scopes.ts';
import { tryJson } from '#core/json/parse-json.ts';
import type { OAuthScope } from '#generated/model/index.ts';
import type { Sealer } from '../ports.ts';
import type { OAuthRequestRow } from './oauth.tables.ts';

const PURPOSE = 'oauth-request';

/** What an authorization server knows of a request. Times in seconds since 1970. */
export interface RequestPayload {
  /** Also in a cookie of the browser that the request came from. */
  jti: string;
  iat: number;
  exp: number;
  params: { client_id: string; redirect_uri: string; state?: string; scope?: string };
}

/**
 * A request as it is in the address of the consent page. Anyone can start one, so it isn't stored before somebody who
 * can answer it has opened the page.
 */
export function sealRequest(secrets: Sealer, payload: RequestPayload): string {
  const sealed = secrets.seal(PURPOSE, JSON.stringify(payload));
  return sealed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The request in an address, as a row that waits for an answer; undefined if it isn't ours or has expired. */
export function openRequest(secrets: Sealer, sealed: string): OAuthRequestRow | undefined {
  const payload = payloadOf(secrets, sealed);
  if (typeof payload?.exp !== 'number' || payload.exp * 1000 <= Date.now()) return undefined;
  const { jti: id, iat, exp, params } = payload;
  return {
    id,
    client_id: params.client_id,
    redirect_uri: params.redirect_uri,
    state: params.state ?? null,
    scopes: scopesIn(params.scope),
    payload: { ...payload },
    status: 'pending',
    opened_by: null,
    grant_id: null,
    proof_hash: null,
    created_at: new Date(iat * 1000).toISOString(),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}

function payloadOf(secrets: Sealer, sealed: string): RequestPayload | undefined {
  try {
    return tryJson(secrets.open(PURPOSE, sealed)) as RequestPayload | undefined;
  } catch {
    return undefined;
  }
}

/** The scopes that a request names and that exist. */
export function scopesIn(scope: string | undefined): OAuthScope[] {
  const named = new Set(scope?.split(' '));
  return (Object.keys(OAUTH_SCOPES) as OAuthScope[]).filter((one) => named.has(one));
}
