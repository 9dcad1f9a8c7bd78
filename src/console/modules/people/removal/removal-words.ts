import type { LeftBehindKind, StayingKind } from '#generated/model/index.ts';

interface Words {
  one: string;
  many: string;
  /** What it means that they end, or why they stay. */
  why: string;
}

/** What ends with someone's access, and what that means. */
export const ENDING_WORDS: Readonly<Record<LeftBehindKind, Words>> = {
  api_key: {
    one: 'API key',
    many: 'API keys',
    why: 'Programs that use them stop working.',
  },
  oauth_client: {
    one: 'OAuth client',
    many: 'OAuth clients',
    why: 'These apps are deleted, and everyone who uses them is signed out of them.',
  },
  oauth_grant: {
    one: 'connected app',
    many: 'connected apps',
    why: 'These apps can no longer act on behalf of the person who connected them.',
  },
  widget_key: {
    one: 'widget key',
    many: 'widget keys',
    why: 'The widgets get new keys. Websites need the new snippet.',
  },
  invitation: {
    one: 'open invitation',
    many: 'open invitations',
    why: 'They are cancelled. People who have already joined stay.',
  },
  access_link: {
    one: 'sharing link',
    many: 'sharing links',
    why: 'Everyone who has access through these links loses it.',
  },
  chat_link: {
    one: 'public chat link',
    many: 'public chat links',
    why: 'Nobody can open the chats through these links any more.',
  },
};

/** What stays, and why. */
export const STAYING_WORDS: Readonly<Record<StayingKind, Words>> = {
  webhook: {
    one: 'webhook',
    many: 'webhooks',
    why: 'Other systems rely on their events. Check that the addresses are yours.',
  },
  datasource: {
    one: 'data source',
    many: 'data sources',
    why: 'They keep syncing with the credentials that were entered.',
  },
  model_endpoint: {
    one: 'model endpoint',
    many: 'model endpoints',
    why: 'Tasks call their models. Replace the provider keys if they are personal.',
  },
  share: {
    one: 'person with shared access',
    many: 'people with shared access',
    why: 'They were given access by name. Remove them where it is shared.',
  },
  task: { one: 'task', many: 'tasks', why: 'They belong to their projects.' },
  collection: { one: 'collection', many: 'collections', why: 'They belong to their projects.' },
  chat: {
    one: 'chat',
    many: 'chats',
    why: 'Private ones can only be opened if the person comes back.',
  },
};

/** `3 API keys` */
export function countOf({ one, many }: Words, count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** `API keys`, as a heading. */
export function headingOf({ many }: Words): string {
  return many.charAt(0).toUpperCase() + many.slice(1);
}
