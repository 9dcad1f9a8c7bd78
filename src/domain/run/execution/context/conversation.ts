import type { ChatSummary } from '#generated/model/index.ts';
import type { AttachedDocument } from './attached.ts';

/** An earlier message of the chat. */
export interface PastMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
}

/** The chat in which a run answers a message. */
export interface Conversation {
  /** The text of the message that is answered. */
  question: string;
  /** The messages before the one that is answered, oldest first, without those that are summarised. */
  messages: readonly PastMessage[];
  /** What the model is given instead of the messages before those. */
  summary: ChatSummary | null;
  /** Whether there are older messages that are not summarised, because there are too many of them. */
  isCut: boolean;
  /** Whether it answers from passages alone. */
  isGrounded: boolean;
  /** The attached documents, newest first. */
  documents: readonly AttachedDocument[];
}
