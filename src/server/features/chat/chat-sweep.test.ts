import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import type { ChatPort } from '#domain/chat/chat.port.ts';
import { newChat } from '#domain/chat/chat.service.ts';
import { sweepChats } from '#domain/chat/sweep.ts';
import { createVisitorChats } from '#domain/chat/widget/visitor-chats.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { createStores } from '../../stores.ts';

const database = await openTestDatabase();
const { db } = database;
const stores = createStores(db);
afterAll(() => database.close());

const NOW = new Date('2026-11-20T12:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

async function addChat(given: { deleted_at?: string; project_id?: string; widget_id?: string }) {
  const row = {
    ...newChat({
      org_id: 'org_1',
      project_id: 'project_1',
      kind: given.widget_id ? 'widget' : 'chat',
      title: '',
      config: { type: 'model' },
      owner_type: 'user',
      owner_id: 'visitor_1',
      owner_name: '',
      created_at: daysAgo(90),
    }),
    ...given,
  };
  await stores.chat.chats.insert(row);
  await db.execute(sql`
    insert into chat_message (id, chat_id, project_id, position, change, role, author_type, author_id, author_name, text,
      attachment_ids, status, attempts, config_version, citations, passages, steps, actions, created_at)
    select ${row.id} || n, ${row.id}, ${row.project_id}, n, n, 'user', 'user', 'user_1', '', 'Hello', '{}', 'succeeded',
      0, 1, '[]', '[]', '[]', '[]', now() from generate_series(1, 250) n`);
  return row.id;
}

const removed: string[] = [];
const files = {
  put: async () => undefined,
  get: async () => undefined,
  remove: async (_folder: string, name: string) => void removed.push(name),
};
const sweep = () =>
  sweepChats({ stores, files }, { now: NOW, signal: new AbortController().signal });
const messagesOf = (chat_id: string) => stores.chat.messages.count({ chat_id });

async function addProject(): Promise<void> {
  await db.execute(
    sql`insert into org (id, name, created_at, updated_at) values ('org_1', 'A', now(), now()) on conflict do nothing`,
  );
  await db.execute(sql`insert into project (id, org_id, name, created_at, updated_at, version)
    values ('project_1', 'org_1', 'P', now(), now(), 1) on conflict do nothing`);
}

it('deletes chats 30 days after their deletion, with their messages', async () => {
  await addProject();
  const old = await addChat({ deleted_at: daysAgo(31) });
  const recent = await addChat({ deleted_at: daysAgo(29) });
  const kept = await addChat({});
  await sweep();
  expect(await stores.chat.chats.find({ id: old })).toBeUndefined();
  expect(await messagesOf(old)).toBe(0);
  expect(await messagesOf(recent)).toBe(250);
  expect(await messagesOf(kept)).toBe(250);
});

it('deletes what projects and widgets leave behind', async () => {
  await addProject();
  const ofProject = await addChat({ project_id: 'project_gone' });
  const ofWidget = await addChat({ widget_id: 'widget_gone' });
  await addFile(ofProject, 'of-project');
  await addFile(ofWidget, 'of-widget');
  await sweep();
  expect(removed.splice(0).sort()).toEqual(['of-project.png', 'of-widget.png']);
  for (const id of [ofProject, ofWidget]) {
    expect(await stores.chat.chats.find({ id })).toBeUndefined();
    expect(await messagesOf(id)).toBe(0);
  }
});

function addFile(chat_id: string, id: string, message_id: string | null = null, days = 0) {
  return stores.chat.attachments.insert({
    ...{ id, chat_id, message_id, owner_id: 'user_1', kind: 'document', name: 'a.txt' },
    ...{ media_type: 'text/plain', size: 1, status: 'ready', error: null, file: `${id}.png` },
    ...{ chunks: [], created_at: daysAgo(days) },
  });
}

it('deletes files that were never sent, after a day', async () => {
  await addProject();
  const chat_id = await addChat({});
  await addFile(chat_id, 'unsent', null, 2);
  await addFile(chat_id, 'fresh', null, 0.5);
  await addFile(chat_id, 'sent', `${chat_id}1`, 2);
  await sweep();
  const left = await stores.chat.attachments.list({ where: { chat_id }, order: ['id'] });
  expect(left.map(({ id }) => id)).toEqual(['fresh', 'sent']);
  expect(removed.splice(0)).toEqual(['unsent.png']);
  await stores.chat.chats.delete({ id: chat_id });
  await sweep();
  expect(await stores.chat.attachments.count({ chat_id })).toBe(0);
  expect(removed.splice(0).sort()).toEqual(['fresh.png', 'sent.png']);
});

it('deletes visitors who have expired, with their conversations', async () => {
  await addProject();
  await db.execute(sql`insert into widget (id, org_id, project_id, name, key, enabled, origins, theme, config, daily_messages,
      version, created_by_id, created_by_name, created_at, updated_at)
    values ('widget_1', 'org_1', 'project_1', 'W', 'wk_1', true, '{}', '{}', '{}', 10, 1, 'user_1', '', now(), now())`);
  const chat_id = await addChat({ widget_id: 'widget_1' });
  const visitor = {
    widget_id: 'widget_1',
    name: '',
    page: '',
    chat_id,
    sent_on: '',
    sent_count: 0,
  };
  const at = { created_at: daysAgo(60), expires_at: daysAgo(1) };
  await stores.chat.visitors.insert({ id: 'visitor_1', hash: 'a', ...visitor, ...at });
  await addFile(chat_id, 'of-visitor', `${chat_id}1`);
  // Whenever someone new comes, a widget is tidied up. Conversations are still found after that.
  const widget = await stores.chat.widgets.find({ id: 'widget_1' });
  if (!widget) throw new Error('No widget');
  await createVisitorChats({ stores, chat: {} as ChatPort }).tidy(widget);
  await sweep();
  expect(removed).toEqual(['of-visitor.png']);
  expect(await stores.chat.visitors.find({ id: 'visitor_1' })).toBeUndefined();
  expect(await stores.chat.chats.find({ id: chat_id })).toBeUndefined();
  expect(await messagesOf(chat_id)).toBe(0);
});
