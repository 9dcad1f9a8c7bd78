import type { FastifyRequest } from 'fastify';
import {
  authenticate,
  type CallerPort,
  isProgram,
  unauthenticated,
} from '#domain/access/authenticate.ts';
import type { Operation } from '#domain/call.ts';
import type { ApiKeyPrincipal, Principal, UserPrincipal } from '#domain/principal.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';

/** Authenticates the caller. Throws ProblemError 401 if that fails, 503 if the identity service is unreachable. */
export type Authenticate = (request: FastifyRequest, operation: Operation) => Promise<Principal>;

/** Authenticates a socket, which was opened with a request, by a token or else by the request's cookie. */
export type AuthenticateSocket = (
  request: FastifyRequest,
  token: string | undefined,
) => Promise<Principal>;

export interface AuthenticateDeps {
  method: 'jwt' | 'cookie';
  verifier: IdentityVerifier;
  /** Returns the user of a person, creating it on their first request. */
  recognise(person: VerifiedPerson): Promise<UserPrincipal>;
  /** Finds a key; undefined if it doesn't exist or has expired. */
  findApiKey(key: string): Promise<ApiKeyPrincipal | undefined>;
  /** Finds the app that an access token belongs to. */
  findAccessToken: CallerPort['findAccessToken'];
  /** Finds the visitor of a widget by their token. */
  findVisitor: CallerPort['findVisitor'];
  /** Rejects unsafe requests that another site made the browser send. */
  requireSameSite(request: FastifyRequest): void;
}

/**
 * `jwt`: a bearer token, never a cookie, so that no other site can make requests for the user.
 * `cookie`: the identity session's cookie, with an origin check. API keys and apps' tokens are bearer tokens in both modes.
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { method, recognise } = deps;
  return async (request, operation) => {
    const { authorization } = request.headers;
    const { isSensitive } = operation;
    if (method === 'cookie' && operation.permission !== 'visitor' && !isProgram(authorization)) {
      return recognise(await fromCookie(deps, request, isSensitive));
    }
    return authenticate(callersOf(deps, request), authorization, operation);
  };
}

/**
 * The same for sockets. Browsers can't send headers with them, so tokens and keys are in the first message.
 */
export function createSocketAuthenticate(deps: AuthenticateDeps): AuthenticateSocket {
  const { method, recognise } = deps;
  return async (request, token) => {
    const authorization = token === undefined ? undefined : `Bearer ${token}`;
    if (method === 'cookie' && !isProgram(authorization))
      return recognise(await fromCookie(deps, request, false));
    return authenticate(callersOf(deps, request), authorization, {
      takesApiKey: true,
      permission: 'authenticated',
      isSensitive: false,
    });
  };
}

function callersOf(
  { verifier, recognise, findApiKey, findAccessToken, findVisitor }: AuthenticateDeps,
  { log }: FastifyRequest,
): CallerPort {
  const refuse = (reason: string) => {
    log.info({ reason }, 'token refused');
    return undefined;
  };
  return {
    findApiKey,
    findAccessToken,
    findVisitor,
    /** A token is valid for a few minutes, but no longer than its session, which also has the person's current data. */
    async findPerson(token) {
      const bearer = await verifier.verifyToken(token, refuse);
      if (!bearer) return undefined;
      if (!verifier.findSession) return known(bearer);
      const person = await verifier.findSession(bearer);
      if (!person) return refuse('its session has ended');
      return known(person);
    },
  };

  async function known(person: VerifiedPerson) {
    return { principal: await recognise(person), knownAt: person.knownAt };
  }
}

async function fromCookie(
  { verifier, requireSameSite }: AuthenticateDeps,
  request: FastifyRequest,
  isSensitive: boolean,
): Promise<VerifiedPerson> {
  const { cookie } = request.headers;
  const person = cookie === undefined ? null : await verifier.whoami(cookie, isSensitive);
  if (!person) throw unauthenticated("You're not signed in, or your session has ended. Sign in.");
  requireSameSite(request);
  return person;
}
