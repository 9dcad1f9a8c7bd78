import type { Who } from '../target.ts';

/** One request of the replay. `{names}` in the path and the texts stand for what `createWorld` made. */
export interface Case {
  /** What is special about it. */
  what: string;
  method: string;
  /** Without the prefix; or a whole path that begins with `//`. */
  path: string;
  /** The owner unless given. */
  who?: Who;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, without a content type of its own. */
  raw?: string | FormData;
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** Where things are. */
export const ORG = '/org/{org}';
export const PROJECT = `${ORG}/project/{project}`;
export const TASK = `${PROJECT}/task/{task}`;

/** Requests that read. */
export function get(what: string, paths: readonly string[]): Case[] {
  return paths.map((path) => ({ what, method: 'GET', path }));
}
