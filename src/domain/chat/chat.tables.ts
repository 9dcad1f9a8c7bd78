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
import { at, creation, jsonb, partOf } from '../columns.ts';
import { org } from '../org/org.tables.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';

/** A part of an attached document. */
export interface AttachmentChunk {
  text: string;
  page: number | null;
  heading_path: string[];
}

const inProject = {
  org_id: partOf(() => org.id),
  project_id: partOf(() => project.id),
};

/** A chat on other websites. */
export const widget = pgTable(
  'widget',
  {
    id: text().primaryKey(),
    ...inProject,
    name: text().notNull(),
    /** The public key. */
    key: text().notNull(),
    enabled: boolean().notNull(),
    origins: text().array().notNull(),
    theme: jsonb<WidgetTheme>().notNull(),
    config: jsonb<ChatConfig>().notNull(),
    daily_messages: integer().notNull(),
    version: integer().notNull(),
    ...creation,
    updated_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('widget_key').on(t.key),
    index('widget_project').on(t.project_id, t.id),
    index('widget_org').on(t.org_id),
  ],
);
export type WidgetRow = typeof widget.$inferSelect;

/** A conversation. */
export const chat = pgTable(
  'chat',
  {
    id: text().primaryKey(),
    /** Without foreign keys: a project or a widget may have 100,000 chats, which are swept in batches. */
    org_id: text().notNull(),
    project_id: text().notNull(),
    /** Where it belongs: to a person or program, to a visitor of a widget, or to the console's assistant. */
    kind: text({ enum: ['chat', 'widget', 'assistant'] }).notNull(),
    title: text().notNull(),
    /** The active configuration. */
    config: jsonb<ChatConfig>().notNull(),
    config_version: integer().notNull(),
    audience: text().$type<ChatAudience>().notNull(),
    owner_type: text().$type<RunCallerType>().notNull(),
    owner_id: text().notNull(),
    owner_name: text().notNull(),
    widget_id: text(),
    message_count: integer().notNull(),
    /** Number of the last change to the chat or its messages. */
    change: integer().notNull(),
    /** The newest message, which the next one follows by default. */
    last_message_id: text(),
    last_message_at: at().notNull(),
    version: integer().notNull(),
    created_at: at().notNull(),
    /** It is deleted for good 30 days later. */
    deleted_at: at(),
  },
  (t) => [
    index('chat_project_used').on(t.project_id, t.last_message_at, t.id),
    index('chat_owner').on(t.project_id, t.owner_id, t.last_message_at, t.id),
    index('chat_widget').on(t.widget_id, t.owner_id),
    index('chat_deleted').on(t.deleted_at),
    index('chat_collections').using('gin', sql`(config -> 'collection_ids')`),
  ],
);
export type ChatRow = typeof chat.$inferSelect;

/** A version of a chat's configuration. */
export const chatConfig = pgTable(
  'chat_config',
  {
    chat_id: text().notNull(),
    number: integer().notNull(),
    config: jsonb<ChatConfig>().notNull(),
    ...creation,
  },
  (t) => [primaryKey({ columns: [t.chat_id, t.number] })],
);

/** A chat that someone pinned. */
export const chatPin = pgTable(
  'chat_pin',
  { chat_id: text().notNull(), user_id: text().notNull() },
  (t) => [primaryKey({ columns: [t.chat_id, t.user_id] }), index('chat_pin_user').on(t.user_id)],
);

/** A message. Its parent is the message that it follows; messages with the same parent are branches. */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: text().primaryKey(),
    /** Without a foreign key: a chat may have 20,000 messages, which are swept in batches. */
    chat_id: text().notNull(),
    /** The chat's project, so that searches need no other table. */
    project_id: text().notNull(),
    parent_id: text(),
    /** Counts the chat's messages in all branches, from 1. */
    position: integer().notNull(),
    /** Number of the last change to it. */
    change: integer().notNull(),
    role: text().$type<ChatRole>().notNull(),
    /** Of an answer: who asked. */
    author_type: text().$type<RunCallerType>().notNull(),
    author_id: text().notNull(),
    author_name: text().notNull(),
    /** Markdown. The text of an answer is stored when it has ended; until then it is the run's. */
    text: text().notNull(),
    inputs: jsonb<Record<string, unknown> | null>(),
    attachment_ids: text().array().notNull(),
    status: text().$type<RunStatus>().notNull(),
    /** Chosen by the client, so that it can repeat a message whose response was lost. */
    ref: text(),
    run_id: text(),
    /** The process that looks after an answer in progress; null once it has ended. */
    worker_id: text(),
    /** How many runs were started for it. More than one if a process was lost. */
    attempts: integer().notNull(),
    model_id: text(),
    config_version: integer().notNull(),
    /** Null for text. */
    output: jsonb<Record<string, unknown> | null>(),
    citations: jsonb<RunCitation[]>().notNull(),
    /** The passages that the model was given. */
    passages: jsonb<ChatPassage[]>().notNull(),
    grounding: text().$type<ChatGrounding>(),
    steps: jsonb<ChatProgress[]>().notNull(),
    actions: jsonb<ChatAction[]>().notNull(),
    summary: jsonb<ChatSummary | null>(),
    error: jsonb<RunError | null>(),
    usage: jsonb<RunUsage | null>(),
    latency_ms: integer(),
    rating: text().$type<'up' | 'down'>(),
    rating_note: text(),
    created_at: at().notNull(),
    ended_at: at(),
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
export type ChatMessageRow = typeof chatMessage.$inferSelect;

/** A public link to a chat. */
export const chatLink = pgTable(
  'chat_link',
  {
    id: text().primaryKey(),
    chat_id: partOf(() => chat.id),
    /** Hash of its token. */
    hash: text().notNull(),
    ...creation,
    expires_at: at(),
    last_viewed_at: at(),
  },
  (t) => [
    uniqueIndex('chat_link_hash').on(t.hash),
    index('chat_link_chat').on(t.chat_id, t.id),
    index('chat_link_created_by').on(t.created_by_id),
  ],
);
export type ChatLinkRow = typeof chatLink.$inferSelect;

/** A file of one message, or one that will be sent with the next. */
export const chatAttachment = pgTable(
  'chat_attachment',
  {
    id: text().primaryKey(),
    /** Without a foreign key: its file is deleted with it, when it is swept. */
    chat_id: text().notNull(),
    /** Null until it is sent. */
    message_id: text(),
    owner_id: text().notNull(),
    kind: text({ enum: ['image', 'document'] }).notNull(),
    name: text().notNull(),
    media_type: text().notNull(),
    size: integer().notNull(),
    status: text({ enum: ['processing', 'ready', 'failed'] }).notNull(),
    error: text(),
    /** The name of an image's file. */
    file: text(),
    /** What can be searched in a document. */
    chunks: jsonb<AttachmentChunk[]>().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    index('chat_attachment_chat').on(t.chat_id, t.id),
    // Those that were not sent are deleted after a day.
    index('chat_attachment_unsent').on(t.created_at).where(sql`message_id is null`),
  ],
);
export type ChatAttachmentRow = typeof chatAttachment.$inferSelect;

/** Someone who uses a widget. */
export const visitor = pgTable(
  'visitor',
  {
    id: text().primaryKey(),
    /** Without a foreign key: a widget may have 100,000 visitors, who are swept in batches. */
    widget_id: text().notNull(),
    /** Hash of the token. */
    hash: text().notNull(),
    name: text().notNull(),
    /** The page where they started. */
    page: text().notNull(),
    /** Their current conversation. */
    chat_id: partOf(() => chat.id),
    /** The day on which `sent_count` messages were sent, as `2026-11-20`. */
    sent_on: text().notNull(),
    sent_count: integer().notNull(),
    created_at: at().notNull(),
    expires_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('visitor_hash').on(t.hash),
    index('visitor_widget').on(t.widget_id, t.id),
    index('visitor_chat').on(t.chat_id),
    index('visitor_expired').on(t.expires_at),
  ],
);
export type VisitorRow = typeof visitor.$inferSelect;

export const CHAT_TABLES = {
  chats: {
    table: chat,
    swept: { project_id: 'project', widget_id: 'widget' },
    // A chat's title is its owner's: people who may read the log may not read every chat.
    audit: {
      type: 'chat',
      name: null,
      shown: 'audience',
      rest: 'id org_id project_id kind title config config_version owner_type owner_id owner_name widget_id message_count change last_message_id last_message_at version created_at deleted_at',
    },
  },
  configs: { table: chatConfig, swept: { chat_id: 'chat' } },
  pins: { table: chatPin, swept: { chat_id: 'chat' } },
  messages: { table: chatMessage, swept: { chat_id: 'chat' } },
  links: {
    table: chatLink,
    audit: {
      type: 'chat',
      id: 'chat_id',
      name: null,
      shown: 'id expires_at',
      rest: 'chat_id hash created_by_id created_by_name created_at last_viewed_at',
    },
  },
  attachments: { table: chatAttachment, swept: { chat_id: 'chat' } },
  widgets: {
    table: widget,
    audit: {
      type: 'widget',
      shown: 'name enabled origins theme daily_messages key',
      hidden: 'config',
      rest: 'id org_id project_id version created_by_id created_by_name created_at updated_at',
    },
  },
  visitors: { table: visitor, swept: { widget_id: 'widget' } },
} satisfies StoreTables;
