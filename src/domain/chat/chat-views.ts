import type {
  Chat,
  ChatAttachment,
  ChatMessage,
  ChatPassage,
  ChatSource,
  RunCitation,
} from '#generated/model/index.ts';
import type { Access, Principal } from '../principal.ts';
import { asView } from '../view.ts';
import type { ChatMessageRow, ChatRow } from './chat.tables.ts';
import { permissionsOn } from './chat-access.ts';

/** A chat as the caller sees it. */
export function toChat(
  row: ChatRow,
  { principal, access, pinned }: { principal: Principal; access: Access; pinned: boolean },
): Chat {
  return asView('Chat', row, { permissions: permissionsOn(row, principal, access), pinned });
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
  const isAnswer = row.role === 'assistant' && row.status === 'succeeded';
  return asView('ChatMessage', row, {
    sibling_ids: [...siblingIds],
    ...(row.role !== 'user' && { author: { id: row.model_id ?? '', name: row.model_id ?? '' } }),
    attachments: [...attachments],
    output: row.output ?? (isAnswer ? row.text : null),
    sources: sourcesOf(row.citations, row.passages),
  });
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
