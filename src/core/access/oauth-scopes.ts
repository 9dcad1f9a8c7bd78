import type { OAuthScope } from '#generated/model/index.ts';

/** What a scope allows, in words for the person who is asked. */
interface ScopeText {
  /** A short name, for lists and forms. */
  label: string;
  /** Completes “This app will be able to …”. */
  allows: string;
  /** What the scope applies to. */
  on: 'task' | 'collection';
}

/** Every scope of an app's access tokens. The contract says which operations need it. */
export const OAUTH_SCOPES: Readonly<Record<OAuthScope, ScopeText>> = {
  'task:run': {
    label: 'Run tasks',
    allows: "run tasks at the organisation's expense",
    on: 'task',
  },
  'run:read': {
    label: 'Read runs',
    allows: 'read all runs of these tasks, including their inputs and outputs',
    on: 'task',
  },
  'collection:search': {
    label: 'Search collections',
    allows: 'search collections and read the passages that are found',
    on: 'collection',
  },
};

/** Whether any of some scopes applies to tasks, or to collections. */
export function scopesConcern(scopes: readonly OAuthScope[], what: ScopeText['on']): boolean {
  return scopes.some((scope) => OAUTH_SCOPES[scope]?.on === what);
}
