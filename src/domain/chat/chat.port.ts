import type { VisitorLimits } from './widget/visitor-limits.ts';

/** Something that happened in a chat. What it contains is read from the tables. */
export interface ChatNews {
  chat_id: string;
  /** The message that is new or has changed; absent if the chat itself changed. */
  message_id?: string;
  /** Presence of one connection; nothing is stored. */
  presence?: {
    /** The connection, unique on all nodes. */
    connection: string;
    id: string;
    name: string;
    typing: boolean;
    /** Whether it left. */
    left: boolean;
  };
  /** Asks everyone to say that they are there. */
  roll_call?: true;
}

/** What differs between the server's and the mocks' chats. */
export interface ChatPort {
  /** The name of this process among the workers. */
  workerId: string;
  /** Tells all followers on all nodes. Doesn't throw: what is lost is read by those who open the chat again. */
  publish(news: ChatNews): void;
  /** Calls back for each event of a chat, on whichever node it happened. Returns the unsubscribe function. */
  follow(chatId: string, onNews: (news: ChatNews) => void): () => void;
  /** Hash of a token: of a public link or a visitor. */
  hash(token: string): string;
  /** Where public links to chats lead, without the token. */
  sharedUrl: string;
  /** The origins of the console's pages, where widgets are previewed. */
  ownOrigins: readonly string[];
  visitorLimits: VisitorLimits;
  /** Reports a failure in the background, where no request is waiting for it. */
  report(error: unknown): void;
}
