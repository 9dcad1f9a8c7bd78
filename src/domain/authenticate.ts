import { API_KEY_PREFIX } from './access/api-key.service.ts';
import type { OperationFacts } from './call.ts';
import type { ApiKeyPrincipal, Principal, UserPrincipal, VisitorPrincipal } from './principal.ts';
import { ProblemError } from './problem.ts';

/** The prefix of every visitor's token. */
export const VISITOR_PREFIX = 'vis_';

/** Looks up callers by their credentials. */
export interface CallerPort {
  /** Undefined if the key does not exist or has expired. */
  findApiKey(key: string): Promise<ApiKeyPrincipal | undefined>;
  /** The person that a token belongs to. Undefined if it is invalid or has expired. */
  findPerson(token: string): Promise<UserPrincipal | undefined>;
  /** Undefined if the token is invalid or has expired, or if its widget is turned off. */
  findVisitor(token: string): Promise<VisitorPrincipal | undefined>;
}

/**
 * The caller identified by the bearer token or API key in the `Authorization` header.
 * @throws ProblemError 401
 */
export async function authenticate(
  port: CallerPort,
  authorization: string | null | undefined,
  { takesApiKey, permission }: Pick<OperationFacts, 'takesApiKey' | 'permission'>,
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
  if (!bearer.startsWith(API_KEY_PREFIX)) {
    const person = await port.findPerson(bearer);
    if (!person) throw unauthenticated('The token is invalid or has expired. Sign in again.');
    return person;
  }
  const key = await port.findApiKey(bearer);
  if (!key) {
    throw unauthenticated(
      'This API key is invalid, expired or revoked. Create a new one in the project.',
    );
  }
  if (!takesApiKey) {
    throw unauthenticated('API keys can only run tasks and read runs. Sign in to do this.');
  }
  return key;
}

/** Whether the caller is a program. */
export function hasApiKey(authorization: string | undefined): boolean {
  return bearerOf(authorization)?.startsWith(API_KEY_PREFIX) ?? false;
}

/** A 401 that says how to authenticate. */
export function unauthenticated(detail: string): ProblemError {
  return new ProblemError('unauthenticated', detail, {
    headers: { 'www-authenticate': 'Bearer realm="taskloom"' },
  });
}

function bearerOf(header: string | null | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
