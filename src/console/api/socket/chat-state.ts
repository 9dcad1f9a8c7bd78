import type {
  Chat,
  ChatMessage,
  ChatPerson,
  ChatProgress,
  Problem,
} from '#generated/model/index.ts';
import type { ChatEvent } from './chat-socket.ts';

/** An answer in progress. */
export interface LiveAnswer {
  text: string;
  steps: readonly ChatProgress[];
}

/** What is known of an open chat. */
export interface ChatState {
  /** Undefined until the server has sent it. */
  chat: Chat | undefined;
  messages: ReadonlyMap<string, ChatMessage>;
  /** The answers in progress, by the ids of their messages. */
  live: ReadonlyMap<string, LiveAnswer>;
  people: readonly ChatPerson[];
  /** The `change` up to which everything is known. */
  change: number;
  /** Whether the server has confirmed that the chat is followed. */
  isOpened: boolean;
  /** Why it is no longer followed; null while it is. */
  problem: Problem | null;
  /** Too much has changed: load the messages again. */
  isStale: boolean;
}

/** The state before anything has arrived, of messages that were loaded elsewhere. */
export function initialState(messages: readonly ChatMessage[] = [], change = 0): ChatState {
  return {
    chat: undefined,
    messages: new Map(messages.map((message) => [message.id, message])),
    live: new Map(),
    people: [],
    change,
    isOpened: false,
    problem: null,
    isStale: false,
  };
}

const NOTHING_YET: LiveAnswer = { text: '', steps: [] };

/** The state after an event. Events may be repeated, and an older message never replaces a newer one. */
export function applyEvent(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'chat':
      return { ...state, chat: event.chat };
    case 'message':
      return withMessage(state, event.message);
    case 'opened':
      return {
        ...state,
        isOpened: true,
        problem: null,
        change: Math.max(state.change, event.change),
      };
    case 'closed':
      return { ...state, isOpened: false, problem: event.problem, people: [], live: new Map() };
    case 'presence':
      return { ...state, people: event.people };
    case 'step':
      return withLive(state, event.message_id, { steps: event.steps });
    case 'reset':
      return withLive(state, event.message_id, { text: '' });
    case 'delta': {
      const { text } = state.live.get(event.message_id) ?? NOTHING_YET;
      // What follows a gap can't be shown. The stored message, or the answer from its start, comes after it.
      if (event.offset > text.length) return state;
      // After a reconnect, a part that is shown already.
      if (text.startsWith(event.text, event.offset)) return state;
      return withLive(state, event.message_id, { text: text.slice(0, event.offset) + event.text });
    }
    case 'stale':
      return { ...initialState(), chat: state.chat, isStale: true };
  }
}

function withLive(state: ChatState, id: string, change: Partial<LiveAnswer>): ChatState {
  const message = state.messages.get(id);
  // It has ended: what is stored is final.
  if (message && message.ended_at !== null) return state;
  const live = new Map(state.live);
  live.set(id, { ...(live.get(id) ?? NOTHING_YET), ...change });
  return { ...state, live };
}

function withMessage(state: ChatState, message: ChatMessage): ChatState {
  const before = state.messages.get(message.id);
  if (before && isNewer(before, message)) return state;
  const messages = new Map(state.messages);
  messages.set(message.id, message);
  for (const id of message.sibling_ids) {
    const sibling = messages.get(id);
    if (sibling && sibling.sibling_ids.length < message.sibling_ids.length)
      messages.set(id, { ...sibling, sibling_ids: message.sibling_ids });
  }
  const live = new Map(state.live);
  if (message.ended_at !== null) live.delete(message.id);
  return { ...state, messages, live, change: Math.max(state.change, message.change) };
}

function isNewer(before: ChatMessage, message: ChatMessage): boolean {
  if (before.change !== message.change) return before.change > message.change;
  return before.ended_at !== null && message.ended_at === null;
}
