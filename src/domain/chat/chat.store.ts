import type {
  ChatAction,
  ChatAudience,
  ChatConfig,
  ChatFilter,
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
import type { Table } from '../table.ts';

/** A conversation. */
export interface ChatRow {
  id: string;
  org_id: string;
  project_id: string;
  /** Where it belongs: to a person or program, to a visitor of a widget, or to the console's assistant. */
  kind: 'chat' | 'widget' | 'assistant';
  title: string;
  /** The active configuration. */
  config: ChatConfig;
  config_version: number;
  audience: ChatAudience;
  owner_type: RunCallerType;
  owner_id: string;
  owner_name: string;
  widget_id: string | null;
  message_count: number;
  /** Number of the last change to the chat or its messages. */
  change: number;
  /** The newest message, which the next one follows by default. */
  last_message_id: string | null;
  last_message_at: string;
  version: number;
  created_at: string;
  /** It is deleted for good 30 days later. */
  deleted_at: string | null;
}

/** A version of a chat's configuration. */
export interface ChatConfigRow {
  chat_id: string;
  number: number;
  config: ChatConfig;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
}

/** A chat that someone pinned. */
export interface ChatPinRow {
  chat_id: string;
  user_id: string;
}

/** A message. Its parent is the message that it follows; messages with the same parent are branches. */
export interface ChatMessageRow {
  id: string;
  chat_id: string;
  /** The chat's project, so that searches need no other table. */
  project_id: string;
  parent_id: string | null;
  /** Counts the chat's messages in all branches, from 1. */
  position: number;
  /** Number of the last change to it. */
  change: number;
  role: ChatRole;
  /** Of an answer: who asked. */
  author_type: RunCallerType;
  author_id: string;
  author_name: string;
  /** Markdown. The text of an answer is stored when it has ended; until then it is the run's. */
  text: string;
  inputs: Record<string, unknown> | null;
  attachment_ids: string[];
  status: RunStatus;
  /** Chosen by the client, so that it can repeat a message whose response was lost. */
  ref: string | null;
  run_id: string | null;
  /** The process that looks after an answer in progress; null once it has ended. */
  worker_id: string | null;
  /** How many runs were started for it. More than one if a process was lost. */
  attempts: number;
  model_id: string | null;
  config_version: number;
  /** Null for text. */
  output: Record<string, unknown> | null;
  citations: RunCitation[];
  /** The passages that the model was given. */
  passages: ChatPassage[];
  grounding: ChatGrounding | null;
  steps: ChatProgress[];
  actions: ChatAction[];
  summary: ChatSummary | null;
  error: RunError | null;
  usage: RunUsage | null;
  latency_ms: number | null;
  rating: 'up' | 'down' | null;
  rating_note: string | null;
  created_at: string;
  ended_at: string | null;
}

/** What answers need of the messages before them. */
export type PastMessageRow = Pick<
  ChatMessageRow,
  'id' | 'parent_id' | 'role' | 'text' | 'inputs' | 'attachment_ids' | 'summary'
>;

/** A public link to a chat. */
export interface ChatLinkRow {
  id: string;
  chat_id: string;
  /** Hash of its token. */
  hash: string;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  expires_at: string | null;
  last_viewed_at: string | null;
}

/** A file of one message, or one that will be sent with the next. */
export interface ChatAttachmentRow {
  id: string;
  chat_id: string;
  /** Null until it is sent. */
  message_id: string | null;
  owner_id: string;
  kind: 'image' | 'document';
  name: string;
  media_type: string;
  size: number;
  status: 'processing' | 'ready' | 'failed';
  error: string | null;
  /** The name of an image's file. */
  file: string | null;
  /** What can be searched in a document. */
  chunks: AttachmentChunk[];
  created_at: string;
}

/** What is shown of an attachment. */
export type AttachmentInfo = Omit<ChatAttachmentRow, 'chunks'>;

/** A part of an attached document. */
export interface AttachmentChunk {
  text: string;
  page: number | null;
  heading_path: string[];
}

/** A chat on other websites. */
export interface WidgetRow {
  id: string;
  org_id: string;
  project_id: string;
  name: string;
  /** The public key. */
  key: string;
  enabled: boolean;
  origins: string[];
  theme: WidgetTheme;
  config: ChatConfig;
  daily_messages: number;
  version: number;
  /** Answers are run on behalf of whoever created it. */
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  updated_at: string;
}

/** Someone who uses a widget. */
export interface VisitorRow {
  id: string;
  widget_id: string;
  /** Hash of the token. */
  hash: string;
  name: string;
  /** The page where they started. */
  page: string;
  /** Their current conversation. */
  chat_id: string;
  /** The day on which `sent_count` messages were sent, as `2026-11-20`. */
  sent_on: string;
  sent_count: number;
  created_at: string;
  expires_at: string;
}

/** Whose chats to list. */
export interface ChatScope {
  projectId: string;
  /** The caller. */
  ownerId: string;
  /** Whether the caller is a member of the project; others see only chats shared with the organisation. */
  isMember: boolean;
}

export interface ChatQuery {
  filter?: ChatFilter | undefined;
  widgetId?: string | undefined;
  pinned?: boolean | undefined;
  q?: string | undefined;
  /** After the chat with these values, most recently used first. */
  after?: { at: string; id: string } | undefined;
  limit: number;
}

/** A message that matches a search. */
export interface FoundMessage
  extends Pick<ChatMessageRow, 'id' | 'chat_id' | 'role' | 'text' | 'created_at'> {
  chat_title: string;
}

export interface ChatStore {
  chats: Table<ChatRow>;
  configs: Table<ChatConfigRow>;
  pins: Table<ChatPinRow>;
  messages: Table<ChatMessageRow>;
  links: Table<ChatLinkRow>;
  attachments: Table<ChatAttachmentRow>;
  widgets: Table<WidgetRow>;
  visitors: Table<VisitorRow>;
  /** Chats that the caller may view, most recently used first. */
  visible(scope: ChatScope, query: ChatQuery): Promise<ChatRow[]>;
  /** Messages of such chats that contain all words, newest first, before the message `before`. */
  search(
    scope: ChatScope,
    query: { q: string; before?: string | undefined; limit: number },
  ): Promise<FoundMessage[]>;
  /** The ids of a message and of those that it follows, newest first, at most `limit`. */
  path(messageId: string, limit: number): Promise<Pick<ChatMessageRow, 'id' | 'parent_id'>[]>;
  /** The same messages, without their passages and citations, which are long. */
  past(messageId: string, limit: number): Promise<PastMessageRow[]>;
  /** Attachments without what was extracted from them. */
  attachmentsOf(ids: readonly string[]): Promise<AttachmentInfo[]>;
  /** The ids of a chat's messages with these parents (null for first messages), in order of position. */
  children(
    chatId: string,
    parentIds: readonly (string | null)[],
  ): Promise<Pick<ChatMessageRow, 'id' | 'parent_id'>[]>;
  /** The number of chats of people that search a collection. */
  chatsUsing(projectId: string, collectionId: string): Promise<number>;
  /** Attachments whose chat no longer exists. */
  strayAttachments(limit: number): Promise<Pick<ChatAttachmentRow, 'id' | 'file'>[]>;
  /** Deletes chats, messages and visitors whose project, widget or chat no longer exists, in batches. */
  deleteOrphans(signal: AbortSignal): Promise<void>;
  /** The number of conversations of each widget. */
  conversationCounts(widgetIds: readonly string[]): Promise<Map<string, number>>;
}
