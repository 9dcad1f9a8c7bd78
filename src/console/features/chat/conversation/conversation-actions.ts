import type { ChatMessage, ChatMessageCreate } from '#generated/model/index.ts';

/** What one does with the messages of a chat. */
export interface ConversationActions {
  /** Whether one may write in this chat. */
  canSend: boolean;
  /** Shows another branch. */
  choose: (messageId: string) => void;
  /** Edits a message in place; null to stop editing. */
  edit: (messageId: string | null) => void;
  /** Sends a message again with another text, as a branch. */
  resend: (message: ChatMessage, text: string) => void;
  regenerate: (messageId: string, modelId?: string) => void;
  /** Opens a passage beside the conversation. */
  openSource: (messageId: string, number: number) => void;
  /** Replaces a message after a change. */
  put: (message: ChatMessage) => void;
}

/** An edited message as it is sent again: in the same place, with the same files. */
export function resent({ parent_id, attachments }: ChatMessage, text: string): ChatMessageCreate {
  return { text, parent_id, attachment_ids: attachments.map(({ id }) => id) };
}
