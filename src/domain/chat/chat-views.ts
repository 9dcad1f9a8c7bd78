import type {
  Chat,
  ChatAttachment,
  ChatMessage,
  ChatPassage,
  ChatSource,
  RunCitation,
} from '#generated/model/index.ts';
import type { Access, Principal } from '../principal.ts';
import { etagOf } from '../version.ts';
import type { ChatMessageRow, ChatRow } from './chat.tables.ts';
import { permissionsOn } from './chat-access.ts';

/** A chat as the caller sees it. */
export function toChat(
  row: ChatRow,
  { principal, access, pinned }: { principal: Principal; access: Access; pinned: boolean },
): Chat {
  return {
    id: row.id,
    project_id: row.project_id,
    title: row.title,
    config: row.config,
    config_version: row.config_version,
    audience: row.audience,
    owner: { id: row.owner_id, name: row.owner_name },
    permissions: permissionsOn(row, principal, access),
    pinned,
    widget_id: row.widget_id,
    message_count: row.message_count,
    change: row.change,
    last_message_at: row.last_message_at,
    created_at: row.created_at,
    deleted_at: row.deleted_at,
    etag: etagOf(row),
  };
}

/** What a message's view contains besides its row. */
export interface MessageParts {
  /** All messages with the same parent, oldest first. */
  siblingIds: readonly string[];
  attachments: readonly ChatAttachment[];
}

export function toMessage(
  row: ChatMessageRow,
  { siblingIds, attachments }: MessageParts,
): ChatMessage {
  return {
    id: row.id,
    chat_id: row.chat_id,
    parent_id: row.parent_id,
    sibling_ids: [...siblingIds],
    position: row.position,
    change: row.change,
    role: row.role,
    author:
      row.role === 'user'
        ? { id: row.author_id, name: row.author_name }
        : { id: row.model_id ?? '', name: row.model_id ?? '' },
    text: row.text,
    inputs: row.inputs,
    attachments: [...attachments],
    status: row.status,
    run_id: row.run_id,
    model_id: row.model_id,
    config_version: row.config_version,
    output:
      row.output ?? (row.role === 'assistant' && row.status === 'succeeded' ? row.text : null),
    citations: row.citations,
    sources: sourcesOf(row.citations, row.passages),
    grounding: row.grounding,
    steps: row.steps,
    actions: row.actions,
    summary: row.summary,
    error: row.error,
    usage: row.usage,
    latency_ms: row.latency_ms,
    rating: row.rating,
    rating_note: row.rating_note,
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** The passages that are cited, each once, in order of their numbers. */
export function sourcesOf(
  citations: readonly RunCitation[],
  passages: readonly ChatPassage[],
): ChatSource[] {
  const cited = new Set(citations.map(({ number }) => number));
  return passages
    .filter(({ number }) => cited.has(number))
    .map(({ number, collection_id, document_id, document_name, page }) => ({
      number,
      collection_id,
      document_id,
      document_name,
      page,
    }));
}
