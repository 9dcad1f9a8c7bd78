import type { FastifyRequest } from 'fastify';
import { API_KEY_PREFIX } from '#domain/access/api-key.service.ts';
import type { ApiKeyPrincipal, Principal, UserPrincipal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Operation, OperationId } from '../http/contract.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';

/** Authenticates the caller. Throws ProblemError 401 if that fails, 503 if the identity service is unreachable. */
export type Authenticate = (request: FastifyRequest, operation: Operation) => Promise<Principal>;

/**
 * Operations that can't be undone or whose effect outlives the session. A token that someone kept after signing out
 * must not allow them while it is still valid for a few minutes.
 */
const SENSITIVE: readonly OperationId[] = [
  'createApiKey',
  'deleteApiKey',
  'deleteOrg',
  'deleteProject',
];

export interface AuthenticateDeps {
  method: 'jwt' | 'cookie';
  verifier: IdentityVerifier;
  /** Returns the user of a person, creating it on their first request. */
  recognise(person: VerifiedPerson): Promise<UserPrincipal>;
  /** Finds a key; undefined if it doesn't exist or has expired. */
  findApiKey(key: string): Promise<ApiKeyPrincipal | undefined>;
  /** Rejects unsafe requests that another site made the browser send. */
  requireSameSite(request: FastifyRequest): void;
}

/**
 * `jwt`: a bearer token, never a cookie, so that no other site can make requests for the user.
 * `cookie`: the identity session's cookie, with an origin check. API keys are bearer tokens in both modes.
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  return async (request, operation) => {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer?.startsWith(API_KEY_PREFIX)) return apiKey(deps, bearer, operation);
    const person =
      deps.method === 'jwt'
        ? await fromToken(deps, bearer, SENSITIVE.includes(operation.id))
        : await fromCookie(deps, request);
    return deps.recognise(person);
  };
}

async function apiKey(
  deps: AuthenticateDeps,
  key: string,
  operation: Operation,
): Promise<ApiKeyPrincipal> {
  const found = await deps.findApiKey(key);
  if (!found)
    throw refused('This API key is invalid, expired or revoked. Create a new one in the project.');
  if (!operation.apiKey) {
    throw refused('API keys can only run tasks and read runs. Sign in to do this.');
  }
  return found;
}

async function fromToken(
  { verifier }: AuthenticateDeps,
  token: string | undefined,
  isSensitive: boolean,
): Promise<VerifiedPerson> {
  if (token === undefined) throw refused('Send a token or an API key: `Authorization: Bearer …`.');
  const person = await verifier.verifyToken(token);
  const isOver =
    isSensitive && person && (await verifier.isSessionActive?.(person.sessionId)) === false;
  if (!person || isOver) throw refused('The token is invalid or has expired. Sign in again.');
  return person;
}

async function fromCookie(
  { verifier, requireSameSite }: AuthenticateDeps,
  request: FastifyRequest,
): Promise<VerifiedPerson> {
  const { cookie } = request.headers;
  const person = cookie === undefined ? null : await verifier.whoami(cookie);
  if (!person) throw refused("You're not signed in, or your session has ended. Sign in.");
  requireSameSite(request);
  return person;
}

function bearerOf(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

function refused(detail: string): ProblemError {
  return new ProblemError('unauthenticated', detail, {
    headers: { 'www-authenticate': 'Bearer realm="taskloom"' },
  });
}
