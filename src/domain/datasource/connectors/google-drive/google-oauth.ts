import { toBase64Url } from '#core/base64url.ts';
import { isObject } from '#core/json/is-object.ts';
import { tryJson } from '#core/json/parse-json.ts';
import { sha256 } from '#core/sha256.ts';
import { ConnectorFailure, type HttpResponse } from '../connector.ts';
import { type AskContext, ask } from '../request.ts';

/** Our OAuth client at Google, and Google's URLs. */
export interface GoogleSettings {
  client_id: string;
  client_secret: string;
  /** Ends in `/drive/v3`. */
  api: string;
  authorise: string;
  token: string;
}

export interface GoogleSecret {
  access_token: string;
  refresh_token: string;
  /** When the access token expires. */
  expires_at: string;
}

const SCOPE = 'https://www.googleapis.com/auth/drive.readonly';
const CONNECT = 'Connect Google Drive again.';

/** A PKCE verifier (RFC 7636) and the challenge for the authorisation URL. */
export async function createPkce(): Promise<{ verifier: string; challenge: string }> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return { verifier, challenge: await sha256(verifier) };
}

/** The authorisation URL, where a person permits us to read their files. */
export function authorisationUrl(
  { authorise, client_id }: GoogleSettings,
  { redirectUri, state, challenge }: { redirectUri: string; state: string; challenge: string },
): string {
  const url = new URL(authorise);
  const parameters = {
    response_type: 'code',
    client_id,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    access_type: 'offline',
    // Google issues a refresh token only with a consent prompt.
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the authorisation code for tokens.
 * @throws ConnectorFailure `unauthorised` when the code is wrong, used or expired, or the permission is missing
 */
export async function exchangeCode(
  settings: GoogleSettings,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  context: AskContext,
): Promise<GoogleSecret> {
  const response = await requestToken(settings, context, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const { refresh_token, scope, ...rest } = response;
  // People can untick permissions.
  const mayRead = typeof scope !== 'string' || scope.split(' ').includes(SCOPE);
  if (typeof refresh_token !== 'string' || !mayRead) {
    throw new ConnectorFailure('unauthorised', `Google didn't permit reading files. ${CONNECT}`);
  }
  return { ...accessOf(rest, context.now()), refresh_token };
}

/** @throws ConnectorFailure `unauthorised` when access was revoked */
export async function refresh(
  settings: GoogleSettings,
  { refresh_token }: GoogleSecret,
  context: AskContext,
): Promise<GoogleSecret> {
  const response = await requestToken(settings, context, {
    grant_type: 'refresh_token',
    refresh_token,
  });
  const next = typeof response.refresh_token === 'string' ? response.refresh_token : refresh_token;
  return { ...accessOf(response, context.now()), refresh_token: next };
}

async function requestToken(
  { token, client_id, client_secret }: GoogleSettings,
  context: AskContext,
  parameters: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await ask(
    {
      url: token,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...parameters, client_id, client_secret }).toString(),
    },
    context,
  );
  const body = objectOf(response);
  if (response.status === 200) return body;
  if (body.error === 'invalid_grant') {
    throw new ConnectorFailure('unauthorised', `Access was revoked, or has expired. ${CONNECT}`);
  }
  const reason = typeof body.error === 'string' ? body.error : `status ${response.status}`;
  throw new ConnectorFailure('unauthorised', `Google refused access (${reason}). ${CONNECT}`);
}

function accessOf(body: Record<string, unknown>, now: number) {
  const { access_token, expires_in } = body;
  if (typeof access_token !== 'string') {
    throw new ConnectorFailure('invalid', 'Google sent no access token.');
  }
  const seconds = typeof expires_in === 'number' ? expires_in : 3600;
  return { access_token, expires_at: new Date(now + seconds * 1000).toISOString() };
}

/** The body of a response; empty if it isn't an object. */
export function objectOf({ body, isCut }: HttpResponse): Record<string, unknown> {
  const value = isCut ? undefined : tryJson(new TextDecoder().decode(body));
  return isObject(value) ? value : {};
}
