import type { FastifyRequest } from 'fastify';
import type { ApiKeyPrincipal, Principal, UserPrincipal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Operation, OperationId } from '../http/contract.ts';
import { API_KEY_PREFIX } from './api-key-secret.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';

/** Finds out who calls. Throws ProblemError 401 when nobody does, 503 when it cannot be told. */
export type Authenticate = (request: FastifyRequest, operation: Operation) => Promise<Principal>;

/**
 * What cannot be undone, or outlives the session: a token that somebody kept after signing out must not
 * do it in the minutes that it is still good.
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
  /** The user of a person, made when they come for the first time. */
  recognise(person: VerifiedPerson): Promise<UserPrincipal>;
  /** The key that is meant, or undefined when there is none or it has expired. */
  findApiKey(key: string): Promise<ApiKeyPrincipal | undefined>;
  /** Refuses unsafe requests that another site made the browser send. */
  requireSameSite(request: FastifyRequest): void;
}

/**
 * `jwt`: a bearer token, never a cookie, so that no site can make a browser speak for its user.
 * `cookie`: the identity session's cookie, with the origin checked. API keys are bearers in both.
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
  if (!found) throw refused('This API key is not valid (any more). Create one in the project.');
  if (!operation.apiKey) {
    throw refused('API keys can run tasks and read their runs; for this, sign in.');
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
  if (!person || isOver) throw refused('The token is not valid (any more). Sign in again.');
  return person;
}

async function fromCookie(
  { verifier, requireSameSite }: AuthenticateDeps,
  request: FastifyRequest,
): Promise<VerifiedPerson> {
  const { cookie } = request.headers;
  const person = cookie === undefined ? null : await verifier.whoami(cookie);
  if (!person) throw refused('Nobody is signed in, or the session has ended. Sign in.');
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
