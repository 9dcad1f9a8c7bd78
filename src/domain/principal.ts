import type { Actor, Role } from '#generated/model/index.ts';
import { ProblemError } from './problem.ts';

/** A signed-in person. */
export interface UserPrincipal {
  type: 'user';
  userId: string;
  identityId: string;
  sessionId: string;
  name: string;
  email: string;
  /** Whether the address is verified. Unknown in work that continues without a request. */
  isVerified?: boolean;
}

/** A program that uses the API key of a project. */
export interface ApiKeyPrincipal {
  type: 'api_key';
  keyId: string;
  /** The user who created the key. */
  createdBy: string;
  projectId: string;
  orgId: string;
  name: string;
}

/** A visitor of a website with the widget of a project. */
export interface VisitorPrincipal {
  type: 'visitor';
  visitorId: string;
  widgetId: string;
  projectId: string;
  orgId: string;
  name: string;
}

/** The caller. */
export type Principal = UserPrincipal | ApiKeyPrincipal | VisitorPrincipal;

/** The caller's roles at the path of a request; null if there is none, or if the path does not have that level. */
export interface Access {
  orgRole: Role | null;
  /** Includes the role inherited from the organisation. */
  projectRole: Role | null;
}

/** No roles. */
export const NOWHERE: Access = { orgRole: null, projectRole: null };

/** The caller's id: a user's, an API key's or a visitor's. */
export function principalId(principal: Principal): string {
  if (principal.type === 'visitor') return principal.visitorId;
  return principal.type === 'user' ? principal.userId : principal.keyId;
}

/** The person behind a caller: the user, the creator of the API key, or the visitor. */
export function personId(principal: Principal): string {
  if (principal.type === 'visitor') return principal.visitorId;
  return principal.type === 'user' ? principal.userId : principal.createdBy;
}

/** The caller in the contract's format. */
export function actorOf(principal: Principal): Actor {
  return { id: principalId(principal), name: principal.name };
}

/**
 * The signed-in person.
 * @throws ProblemError 401 when the caller is a program; the guard has already rejected those
 */
export function userOf({ principal }: { principal: Principal }): UserPrincipal {
  if (principal.type !== 'user') throw new ProblemError('unauthenticated', 'Sign in to do this.');
  return principal;
}
