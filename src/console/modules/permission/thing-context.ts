import { createContext, useContext } from 'react';
import type { SharedType } from '#generated/model/index.ts';

/** The task, collection or chat that a page is about. */
export type PageThing = {
  type: SharedType;
  id: string;
  orgId: string;
  projectId: string;
  /** Whether the person has no role in its project: only this is shared with them. */
  isGuest: boolean;
};

/** Provided around the page by the frame; null on pages about more than one thing. */
export const ThingContext = createContext<PageThing | null>(null);

/** The thing that the page is about. */
export function usePageThing(): PageThing | null {
  return useContext(ThingContext);
}

const TYPES: Readonly<Record<string, SharedType>> = {
  tasks: 'task',
  collections: 'collection',
  chats: 'chat',
};

/** The thing that a path of the console names. */
export function thingOfPath(pathname: string): { type: SharedType; id: string } | null {
  const [, kind = '', id] = /^\/projects\/[^/]+\/(\w+)\/([^/]+)/.exec(pathname) ?? [];
  const type = TYPES[kind];
  return type && id ? { type, id } : null;
}
