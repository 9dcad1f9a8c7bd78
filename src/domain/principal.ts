import type {
  Actor,
  OAuthScope,
  ResourcePermission,
  ResourceScope,
  Role,
  RunSource,
} from '#generated/model/index.ts';
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
  /** Whether it only counts as verified, because nobody can verify one here, and nobody has vouched for the person. */
  isUnproven?: boolean;
  /** When they last signed in or confirmed their identity, in milliseconds since 1970. Unknown if only a token says who they are. */
  signedInAt?: number | undefined;
}

/** A program that uses the API key of a project. */
export interface ApiKeyPrincipal {
  type: 'api_key';
  keyId: string;
  /** The user who created the key. */
  createdBy: string;
  /** The tasks and collections that it may use; null for all of the project. */
  resources: ResourceScope | null;
  projectId: string;
  orgId: string;
  name: string;
}

/** An app with an access token. */
export interface OAuthPrincipal {
  type: 'oauth_client';
  clientId: string;
  /** What a person allowed; null if the app acts on its own behalf. */
  grantId: string | null;
  /** The user who allowed it; null if the app acts on its own behalf. */
  userId: string | null;
  /** The same user, or the one who registered the app. */
  createdBy: string;
  scopes: readonly OAuthScope[];
  /** The tasks and collections that it may use; null for all of the project. */
  resources: ResourceScope | null;
  projectId: string;
  orgId: string;
  name: string;
}

/** A caller that isn't a person: limited to a project, and perhaps to some of its tasks and collections. */
export type Program = ApiKeyPrincipal | OAuthPrincipal;

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
export type Principal = UserPrincipal | Program | VisitorPrincipal;

/** The caller's roles at the path of a request; null if there is none, or if the path does not have that level. */
export interface Access {
  orgRole: Role | null;
  /** Includes the role inherited from the organisation. */
  projectRole: Role | null;
  /** What is shared with them of the thing that the path is about; absent if nothing is. */
  shared?: ThingAccess;
}

/** What is shared with someone of one thing. */
export interface ThingAccess {
  id: string;
  permissions: readonly ResourcePermission[];
}

/** No roles. */
export const NOWHERE: Access = { orgRole: null, projectRole: null };

/** What identifies a caller. */
export type PrincipalKey =
  | Pick<UserPrincipal, 'type' | 'userId'>
  | Pick<ApiKeyPrincipal, 'type' | 'keyId'>
  | Pick<OAuthPrincipal, 'type' | 'clientId'>
  | Pick<VisitorPrincipal, 'type' | 'visitorId'>;

/** The caller's id: a user's, an API key's, an OAuth client's or a visitor's. */
export function principalId(principal: PrincipalKey): string {
  if (principal.type === 'visitor') return principal.visitorId;
  if (principal.type === 'oauth_client') return principal.clientId;
  return principal.type === 'user' ? principal.userId : principal.keyId;
}

/** The person behind a caller: the user, the creator of the API key, who allowed the app, or the visitor. */
export function personId(principal: Principal): string {
  if (principal.type === 'visitor') return principal.visitorId;
  return principal.type === 'user' ? principal.userId : principal.createdBy;
}

/** The caller in the contract's format. */
export function actorOf(principal: Principal): Actor {
  return { id: principalId(principal), name: principal.name };
}

/** The columns of a new row that say who creates it, and that it is now. */
export function createdNow({ id, name }: Actor) {
  return { created_by_id: id, created_by_name: name, created_at: new Date().toISOString() };
}

/**
 * The signed-in person.
 * @throws ProblemError 401 when the caller is a program; the guard has already rejected those
 */
export function userOf({ principal }: { principal: Principal }): UserPrincipal {
  if (principal.type !== 'user') throw new ProblemError('unauthenticated', 'Sign in to do this.');
  return principal;
}

/** The source of a call, unless something else started it: people use the console, programs the API. */
export function sourceOf({ type }: Principal): RunSource {
  return type === 'user' ? 'console' : 'api';
}
