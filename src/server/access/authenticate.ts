import type { FastifyRequest } from 'fastify';
import {
  authenticate,
  type CallerPort,
  type CallerRule,
  isProgram,
  OF_SOCKETS,
  unauthenticated,
} from '#domain/access/authenticate.ts';
import type { Operation } from '#domain/call.ts';
import type { Principal, UserPrincipal } from '#domain/principal.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';

/** Authenticates the caller. Throws ProblemError 401 if that fails, 503 if the identity service is unreachable. */
export type Authenticate = (request: FastifyRequest, operation: Operation) => Promise<Principal>;

/** Authenticates a socket, which was opened with a request, by a token or else by the request's cookie. */
export type AuthenticateSocket = (
  request: FastifyRequest,
  token: string | undefined,
) => Promise<Principal>;

export interface AuthenticateDeps extends Omit<CallerPort, 'findPerson'> {
  method: 'jwt' | 'cookie';
  verifier: IdentityVerifier;
  /** Returns the user of a person, creating it on their first request. */
  recognise(person: VerifiedPerson): Promise<UserPrincipal>;
  /** Rejects unsafe requests that another site made the browser send. */
  requireSameSite(request: FastifyRequest): void;
}

export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  return (request, operation) => identify(deps, request, request.headers.authorization, operation);
}

/** Browsers can't send headers with sockets, so tokens and keys are in the first message. */
export function createSocketAuthenticate(deps: AuthenticateDeps): AuthenticateSocket {
  return (request, token) =>
    identify(deps, request, token === undefined ? undefined : `Bearer ${token}`, OF_SOCKETS);
}

/**
 * `jwt`: a bearer token, never a cookie, so that no other site can make requests for the user.
 * `cookie`: the identity session's cookie, with an origin check. API keys and apps' tokens are bearer tokens in both modes.
 */
async function identify(
  deps: AuthenticateDeps,
  request: FastifyRequest,
  authorization: string | undefined,
  operation: CallerRule,
): Promise<Principal> {
  const { method, recognise } = deps;
  if (method === 'cookie' && operation.permission !== 'visitor' && !isProgram(authorization))
    return recognise(await fromCookie(deps, request, operation.isSensitive));
  return authenticate(callersOf(deps, request), authorization, operation);
}

function callersOf(
  { verifier, recognise, ...programs }: AuthenticateDeps,
  { log }: FastifyRequest,
): CallerPort {
  const refuse = (reason: string) => {
    log.info({ reason }, 'token refused');
    return undefined;
  };
  return {
    ...programs,
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
