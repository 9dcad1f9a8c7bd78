import type { Operation } from '../call.ts';
import { API_KEY_PREFIX } from '../key/api-key.service.ts';
import { ACCESS_TOKEN_PREFIX } from '../oauth/find-token.ts';
import type {
  ApiKeyPrincipal,
  OAuthPrincipal,
  Principal,
  UserPrincipal,
  VisitorPrincipal,
} from '../principal.ts';
import { ProblemError } from '../problem.ts';

/**
 * Sensitive operations accept no session whose last sign of life is older. It may have been revoked since, which only
 * a server that can look sessions up would know.
 */
export const RECENT_MS = 60_000;

/** The prefix of every visitor's token. */
export const VISITOR_PREFIX = 'vis_';

const CHALLENGE = 'Bearer realm="taskloom"';

/** Looks up callers by their credentials. */
export interface CallerPort {
  /** Undefined if the key does not exist or has expired. */
  findApiKey(key: string): Promise<ApiKeyPrincipal | undefined>;
  /** Undefined if the token was revoked or has expired. */
  findAccessToken(token: string): Promise<OAuthPrincipal | undefined>;
  /**
   * The person that a token belongs to. Undefined if it is invalid or has expired.
   * `knownAt`: when their session was last known to be active, in milliseconds since 1970.
   */
  findPerson(token: string): Promise<{ principal: UserPrincipal; knownAt: number } | undefined>;
  /** Undefined if the token is invalid or has expired, or if its widget is turned off. */
  findVisitor(token: string): Promise<VisitorPrincipal | undefined>;
}

/** What an operation says about its callers. */
export type CallerRule = Pick<Operation, 'takesApiKey' | 'scopes' | 'permission' | 'isSensitive'>;

/** A socket is opened by everyone who is signed in. */
export const OF_SOCKETS: CallerRule = {
  takesApiKey: true,
  permission: 'authenticated',
  isSensitive: false,
};

/**
 * The caller identified by the bearer token or API key in the `Authorization` header.
 * @throws ProblemError 401
 */
export async function authenticate(
  port: CallerPort,
  authorization: string | null | undefined,
  { takesApiKey, scopes, permission, isSensitive }: CallerRule,
): Promise<Principal> {
  const bearer = bearerOf(authorization);
  if (bearer === undefined) {
    throw unauthenticated('Send a token or an API key: `Authorization: Bearer …`.');
  }
  if (permission === 'visitor') {
    const visitor = bearer.startsWith(VISITOR_PREFIX) && (await port.findVisitor(bearer));
    if (!visitor) throw unauthenticated('This conversation has ended. Start a new one.');
    return visitor;
  }
  if (bearer.startsWith(ACCESS_TOKEN_PREFIX)) {
    const app = await port.findAccessToken(bearer);
    if (!app) throw invalidToken();
    if (!scopes) throw unauthenticated("Apps can't do this. Sign in instead.");
    return app;
  }
  if (!bearer.startsWith(API_KEY_PREFIX)) {
    const person = await port.findPerson(bearer);
    if (!person) throw unauthenticated('The token is invalid or has expired. Sign in again.');
    if (isSensitive && Date.now() - person.knownAt > RECENT_MS) throw tooOld();
    return person.principal;
  }
  const key = await port.findApiKey(bearer);
  if (!key) {
    throw unauthenticated(
      'This API key is invalid, expired or revoked. Create a new one in the project.',
    );
  }
  if (!takesApiKey) {
    throw unauthenticated("API keys can't do this. Sign in instead.");
  }
  return key;
}

/** Whether the caller is a program: it has an API key or an access token. */
export function isProgram(authorization: string | undefined): boolean {
  const bearer = bearerOf(authorization);
  return [API_KEY_PREFIX, ACCESS_TOKEN_PREFIX].some((prefix) => bearer?.startsWith(prefix));
}

/** A 401 that says how to authenticate. */
export function unauthenticated(detail: string): ProblemError {
  return new ProblemError('unauthenticated', detail, {
    headers: { 'www-authenticate': CHALLENGE },
  });
}

/** As RFC 6750 has it, so that libraries ask for a new token. */
function invalidToken(): ProblemError {
  return new ProblemError(
    'unauthenticated',
    'The access token is invalid, expired or revoked. Get a new one.',
    { headers: { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` } },
  );
}

function tooOld(): ProblemError {
  return new ProblemError(
    'token_too_old',
    'This needs a token that is at most a minute old. Request a new one and try again.',
    { headers: { 'www-authenticate': CHALLENGE } },
  );
}

function bearerOf(header: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
