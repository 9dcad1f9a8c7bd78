import type { FastifyRequest } from 'fastify';
import type { Actor, Role } from '#generated/model/index.ts';
import { ProblemError } from '../http/problem.ts';

/** A signed-in person. */
export interface UserPrincipal {
  type: 'user';
  userId: string;
  identityId: string;
  sessionId: string;
  name: string;
  email: string;
}

/** A program, by the API key of one project. */
export interface ApiKeyPrincipal {
  type: 'api_key';
  keyId: string;
  projectId: string;
  orgId: string;
  name: string;
}

/** Who calls. */
export type Principal = UserPrincipal | ApiKeyPrincipal;

/** What the caller is where the operation takes place; null for nothing, or where it has no such place. */
export interface Access {
  orgRole: Role | null;
  /** The role inherited from the organisation counted in. */
  projectRole: Role | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before anything else sees the request; absent in public operations. */
    principal: Principal;
    access: Access;
  }
}

/** The caller's id: a user's or an API key's. */
export function principalId(principal: Principal): string {
  return principal.type === 'user' ? principal.userId : principal.keyId;
}

/** The caller as the contract names people and keys. */
export function actorOf(principal: Principal): Actor {
  return { id: principalId(principal), name: principal.name };
}

/**
 * The signed-in person.
 * @throws ProblemError 401 when a program calls; the guard has refused that already
 */
export function userOf(request: FastifyRequest): UserPrincipal {
  const { principal } = request;
  if (principal.type !== 'user') throw new ProblemError('unauthenticated', 'Sign in to do this.');
  return principal;
}
