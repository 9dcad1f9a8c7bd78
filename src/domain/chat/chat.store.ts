import type { ChatFilter } from '#generated/model/index.ts';
import type { StoreOf } from '../table.ts';
import type { CHAT_TABLES, ChatAttachmentRow, ChatMessageRow, ChatRow } from './chat.tables.ts';

/** What answers need of the messages before them. */
export type PastMessageRow = Pick<
  ChatMessageRow,
  'id' | 'parent_id' | 'role' | 'text' | 'inputs' | 'attachment_ids' | 'summary'
>;
/** What is shown of an attachment. */
export type AttachmentInfo = Omit<ChatAttachmentRow, 'chunks'>;

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

export interface ChatStore extends StoreOf<typeof CHAT_TABLES> {
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
