import type { ChatMessage } from '#generated/model/index.ts';
import { type Access, type Principal, principalId } from '../../principal.ts';
import { type AnswerView, nextText, type TextPosition } from '../answer/answer-view.ts';
import { toChat } from '../chat-views.ts';
import { MISSED_MAX } from './limits.ts';
import type { Outgoing } from './outbox.ts';
import type { Room, RoomMember } from './room.ts';

/** What a client has received of an answer in progress. */
interface Received {
  position: TextPosition;
  steps: string;
}

/**
 * A chat that a connection follows. It remembers what is due rather than queueing messages: a client that is slow gets
 * the latest state of each message, and text in larger parts.
 */
export class OpenChat implements RoomMember {
  readonly room: Room;
  readonly person: { id: string; name: string };
  readonly #principal: Principal;
  readonly #onDue: () => void;
  readonly #messages = new Map<string, ChatMessage>();
  readonly #received = new Map<string, Received>();
  #opened: { ref: string; change: number } | undefined;
  /** Nothing is sent before the client's request has been answered. */
  #hasBegun = false;
  #isChatDue = false;
  #isTextDue = false;
  #isPresenceDue = false;

  constructor(room: Room, principal: Principal, onDue: () => void) {
    this.room = room;
    this.#principal = principal;
    this.person = { id: principalId(principal), name: principal.name };
    this.#onDue = onDue;
  }

  onMessage(message: ChatMessage): void {
    this.#messages.set(message.id, message);
    this.#onDue();
  }

  onChat(): void {
    this.#isChatDue = true;
    this.#onDue();
  }

  onAnswer(): void {
    this.#isTextDue = true;
    this.#onDue();
  }

  onPresence(): void {
    this.#isPresenceDue = true;
    this.#onDue();
  }

  /** The client has requested the chat, and missed these messages. */
  begin(ref: string, change: number, missed: readonly ChatMessage[]): void {
    for (const message of missed) {
      const newer = this.#messages.get(message.id);
      if (!newer || newer.change <= message.change) this.#messages.set(message.id, message);
    }
    this.#hasBegun = true;
    this.#opened = { ref, change };
    this.#received.clear();
    this.#isChatDue = true;
    this.#isTextDue = true;
    this.#isPresenceDue = true;
    this.#onDue();
  }

  get isDue(): boolean {
    if (!this.#hasBegun) return false;
    return this.isNewsDue || this.#isTextDue || this.#isPresenceDue || this.#opened !== undefined;
  }

  /** Whether there is something that must not be sent before access has been checked. */
  get isNewsDue(): boolean {
    return this.#isChatDue || this.#messages.size > 0;
  }

  /** Whether the client has fallen so far behind that it should start again. */
  get isOverflowing(): boolean {
    return this.#messages.size > 2 * MISSED_MAX;
  }

  /** The next messages to send; none if nothing is due. */
  take(access: Access): Outgoing[] {
    const { room } = this;
    if (this.#isChatDue && room.row) {
      this.#isChatDue = false;
      const pinned = room.pinnedBy.has(this.person.id);
      const view = { principal: this.#principal, access, pinned };
      return [{ type: 'chat', chat: toChat(room.row, view) }];
    }
    const message = this.#oldest();
    if (message) {
      this.#messages.delete(message.id);
      if (message.ended_at !== null) this.#received.delete(message.id);
      return [{ type: 'message', chat_id: room.chatId, message }];
    }
    if (this.#opened) {
      const { ref, change } = this.#opened;
      this.#opened = undefined;
      return [{ type: 'opened', ref, chat_id: room.chatId, change }];
    }
    if (this.#isTextDue) {
      this.#isTextDue = false;
      const parts = [...room.answers].flatMap(([id, view]) => this.#partsOf(id, view));
      if (parts.length > 0) return parts;
    }
    if (!this.#isPresenceDue) return [];
    this.#isPresenceDue = false;
    return [{ type: 'presence', chat_id: room.chatId, people: room.people() }];
  }

  /** Messages in the order of their changes, so that a client that has one also has all before it. */
  #oldest(): ChatMessage | undefined {
    let oldest: ChatMessage | undefined;
    for (const message of this.#messages.values())
      if (!oldest || message.change < oldest.change) oldest = message;
    return oldest;
  }

  #partsOf(message_id: string, view: AnswerView): Outgoing[] {
    const received = this.#received.get(message_id) ?? {
      position: { resets: 0, offset: 0 },
      steps: '[]',
    };
    this.#received.set(message_id, received);
    const chat_id = this.room.chatId;
    const parts: Outgoing[] = [];
    const steps = JSON.stringify(view.steps);
    if (steps !== received.steps)
      parts.push({ type: 'step', chat_id, message_id, steps: view.steps });
    received.steps = steps;
    const { isReset, offset, text } = nextText(view, received.position);
    if (isReset) parts.push({ type: 'reset', chat_id, message_id });
    if (text !== '') parts.push({ type: 'delta', chat_id, message_id, offset, text });
    return parts;
  }
}
