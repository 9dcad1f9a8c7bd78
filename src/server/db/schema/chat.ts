/** Chats, their messages, and the widget. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AttachmentChunk } from '#domain/chat/chat.store.ts';
import type {
  ChatAction,
  ChatAudience,
  ChatConfig,
  ChatGrounding,
  ChatPassage,
  ChatProgress,
  ChatRole,
  ChatSummary,
  RunCallerType,
  RunCitation,
  RunError,
  RunStatus,
  RunUsage,
  WidgetTheme,
} from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { org } from './org.ts';
import { project } from './project.ts';

const inProject = {
  org_id: text('org_id')
    .notNull()
    .references(() => org.id, { onDelete: 'cascade' }),
  project_id: text('project_id')
    .notNull()
    .references(() => project.id, { onDelete: 'cascade' }),
};

const author = {
  created_by_id: text('created_by_id').notNull(),
  created_by_name: text('created_by_name').notNull(),
};

export const widget = pgTable(
  'widget',
  {
    id: text('id').primaryKey(),
    ...inProject,
    name: text('name').notNull(),
    key: text('key').notNull(),
    enabled: boolean('enabled').notNull(),
    origins: text('origins').array().notNull(),
    theme: jsonb<WidgetTheme>('theme').notNull(),
    config: jsonb<ChatConfig>('config').notNull(),
    daily_messages: integer('daily_messages').notNull(),
    version: integer('version').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('widget_key').on(t.key),
    index('widget_project').on(t.project_id, t.id),
    index('widget_org').on(t.org_id),
  ],
);

export const chat = pgTable(
  'chat',
  {
    id: text('id').primaryKey(),
    /** Without foreign keys: a project or a widget may have 100,000 chats, which are swept in batches. */
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    kind: text('kind', { enum: ['chat', 'widget', 'assistant'] }).notNull(),
    title: text('title').notNull(),
    config: jsonb<ChatConfig>('config').notNull(),
    config_version: integer('config_version').notNull(),
    audience: text('audience').$type<ChatAudience>().notNull(),
    owner_type: text('owner_type').$type<RunCallerType>().notNull(),
    owner_id: text('owner_id').notNull(),
    owner_name: text('owner_name').notNull(),
    widget_id: text('widget_id'),
    message_count: integer('message_count').notNull(),
    change: integer('change').notNull(),
    last_message_id: text('last_message_id'),
    last_message_at: at('last_message_at').notNull(),
    version: integer('version').notNull(),
    created_at: at('created_at').notNull(),
    deleted_at: at('deleted_at'),
  },
  (t) => [
    index('chat_project_used').on(t.project_id, t.last_message_at, t.id),
    index('chat_owner').on(t.project_id, t.owner_id, t.last_message_at, t.id),
    index('chat_widget').on(t.widget_id, t.owner_id),
    index('chat_deleted').on(t.deleted_at),
    index('chat_collections').using('gin', sql`(config -> 'collection_ids')`),
  ],
);

export const chatConfig = pgTable(
  'chat_config',
  {
    chat_id: text('chat_id').notNull(),
    number: integer('number').notNull(),
    config: jsonb<ChatConfig>('config').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chat_id, t.number] })],
);

export const chatPin = pgTable(
  'chat_pin',
  { chat_id: text('chat_id').notNull(), user_id: text('user_id').notNull() },
  (t) => [primaryKey({ columns: [t.chat_id, t.user_id] }), index('chat_pin_user').on(t.user_id)],
);

/**
 * Messages. The column `words` is not listed: the database generates it, searches use it (chat-search.repository.ts), and
 * nothing reads it.
 */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: text('id').primaryKey(),
    /** Without a foreign key: a chat may have 20,000 messages, which are swept in batches. */
    chat_id: text('chat_id').notNull(),
    project_id: text('project_id').notNull(),
    parent_id: text('parent_id'),
    position: integer('position').notNull(),
    change: integer('change').notNull(),
    role: text('role').$type<ChatRole>().notNull(),
    author_type: text('author_type').$type<RunCallerType>().notNull(),
    author_id: text('author_id').notNull(),
    author_name: text('author_name').notNull(),
    text: text('text').notNull(),
    inputs: jsonb<Record<string, unknown> | null>('inputs'),
    attachment_ids: text('attachment_ids').array().notNull(),
    status: text('status').$type<RunStatus>().notNull(),
    ref: text('ref'),
    run_id: text('run_id'),
    worker_id: text('worker_id'),
    attempts: integer('attempts').notNull(),
    model_id: text('model_id'),
    config_version: integer('config_version').notNull(),
    output: jsonb<Record<string, unknown> | null>('output'),
    citations: jsonb<RunCitation[]>('citations').notNull(),
    passages: jsonb<ChatPassage[]>('passages').notNull(),
    grounding: text('grounding').$type<ChatGrounding>(),
    steps: jsonb<ChatProgress[]>('steps').notNull(),
    actions: jsonb<ChatAction[]>('actions').notNull(),
    summary: jsonb<ChatSummary | null>('summary'),
    error: jsonb<RunError | null>('error'),
    usage: jsonb<RunUsage | null>('usage'),
    latency_ms: integer('latency_ms'),
    rating: text('rating').$type<'up' | 'down'>(),
    rating_note: text('rating_note'),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
  },
  (t) => [
    uniqueIndex('chat_message_position').on(t.chat_id, t.position),
    uniqueIndex('chat_message_ref').on(t.chat_id, t.author_id, t.ref),
    index('chat_message_change').on(t.chat_id, t.change),
    index('chat_message_parent').on(t.chat_id, t.parent_id),
    index('chat_message_worker').on(t.worker_id),
    index('chat_message_project').on(t.project_id, t.id),
  ],
);

export const chatLink = pgTable(
  'chat_link',
  {
    id: text('id').primaryKey(),
    chat_id: text('chat_id')
      .notNull()
      .references(() => chat.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at'),
    last_viewed_at: at('last_viewed_at'),
  },
  (t) => [
    uniqueIndex('chat_link_hash').on(t.hash),
    index('chat_link_chat').on(t.chat_id, t.id),
    index('chat_link_created_by').on(t.created_by_id),
  ],
);

export const chatAttachment = pgTable(
  'chat_attachment',
  {
    id: text('id').primaryKey(),
    /** Without a foreign key: its file is deleted with it, when it is swept. */
    chat_id: text('chat_id').notNull(),
    message_id: text('message_id'),
    owner_id: text('owner_id').notNull(),
    kind: text('kind', { enum: ['image', 'document'] }).notNull(),
    name: text('name').notNull(),
    media_type: text('media_type').notNull(),
    size: integer('size').notNull(),
    status: text('status', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    error: text('error'),
    file: text('file'),
    chunks: jsonb<AttachmentChunk[]>('chunks').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('chat_attachment_chat').on(t.chat_id, t.id),
    // Those that were not sent are deleted after a day.
    index('chat_attachment_unsent').on(t.created_at).where(sql`message_id is null`),
  ],
);

export const visitor = pgTable(
  'visitor',
  {
    id: text('id').primaryKey(),
    /** Without a foreign key: a widget may have 100,000 visitors, who are swept in batches. */
    widget_id: text('widget_id').notNull(),
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    page: text('page').notNull(),
    chat_id: text('chat_id')
      .notNull()
      .references(() => chat.id, { onDelete: 'cascade' }),
    sent_on: text('sent_on').notNull(),
    sent_count: integer('sent_count').notNull(),
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('visitor_hash').on(t.hash),
    index('visitor_widget').on(t.widget_id, t.id),
    index('visitor_chat').on(t.chat_id),
    index('visitor_expired').on(t.expires_at),
  ],
);
