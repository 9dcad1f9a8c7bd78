import type { ChatClientMessage } from '#generated/model/index.ts';
import { concerns, isOfCredential } from '../../access/access-changes.ts';
import { unauthenticated } from '../../access/authenticate.ts';
import type { AccessChange } from '../../authorise.ts';
import type { Domain } from '../../domain.ts';
import { type Access, actorOf, NOWHERE } from '../../principal.ts';
import { internalError, invalidField, ProblemError } from '../../problem.ts';
import type { SocketHandler, SocketPeer, SocketSession } from '../../socket.ts';
import { type Hub, hubOf } from './hub.ts';
import * as limits from './limits.ts';
import { OpenChat } from './open-chat.ts';
import { Outbox, type Outgoing } from './outbox.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import {
  checkAccess,
  type Identity,
  identify,
  missedSince,
  requirePlace,
  requireView,
  sendMessage,
  stopAnswer,
  takeSeats,
} from './requests.ts';
import { TokenBucket } from './token-bucket.ts';

const { CLOSE } = limits;
type Of<Type> = Extract<ChatClientMessage, { type: Type }>;
/** Characters of a message that can only be short, such as an acknowledgement. */
const SHORT = 64;
/** How soon to look again whether the network has taken over what was sent. */
const DRAIN_MS = 50;

/** The chat socket: one session per connection. */
export function createChatSocket(domain: Domain): SocketHandler {
  const hub = hubOf(domain);
  return (peer) => new ChatSession(hub, peer);
}

/** One connection: reads what the client sends, and sends what is due in the chats that it has open. */
class ChatSession implements SocketSession {
  readonly #hub: Hub;
  readonly #peer: SocketPeer;
  readonly #outbox: Outbox;
  readonly #bucket: TokenBucket;
  readonly #chats = new Map<string, OpenChat>();
  #identity: Identity | undefined;
  #releaseSeats: (() => void) | undefined;
  #isClosed = false;
  #queue = Promise.resolve();
  #waiting = 0;
  #excess = 0;
  #isFlushing = false;
  #drain: ReturnType<typeof setTimeout> | undefined;
  #stalledAt: number | undefined;
  readonly #startedAt = performance.now();
  #heardAt = this.#startedAt;
  #accessAt = this.#startedAt;
  #tokenAt = this.#startedAt;

  constructor(hub: Hub, peer: SocketPeer) {
    this.#hub = hub;
    this.#peer = peer;
    this.#outbox = new Outbox(peer);
    this.#bucket = new TokenBucket(limits.BURST, limits.PER_SECOND, this.#startedAt);
    hub.add(this);
  }

  receive(text: string): void {
    if (this.#isClosed) return;
    const now = performance.now();
    this.#heardAt = now;
    if (text.length > limits.TEXT_MAX) {
      const most = limits.TEXT_MAX.toLocaleString('en-US');
      const detail = `A message can have at most ${most} characters.`;
      this.#end(new ProblemError('payload_too_large', detail), CLOSE.tooLarge);
      return;
    }
    const short = text.length <= SHORT ? readMessage(text) : undefined;
    // Not counted: there is at most one for each message that was sent.
    if (short && this.#isNewAck(short)) return;
    const isTooFast = !this.#bucket.take(now);
    if (isTooFast && this.#isFlood()) return;
    const read = short ?? readMessage(text);
    const ref = 'message' in read ? refOf(read.message) : read.ref;
    if (isTooFast) this.#reject(ref, tooFast());
    else if ('message' in read) this.#handle(read.message, ref);
    else this.#reject(ref, read.problem);
  }

  /** Counts a message that came too fast. Returns whether there were too many, which ends the connection. */
  #isFlood(): boolean {
    this.#excess += 1;
    if (this.#excess <= limits.EXCESS_MAX) return false;
    this.#end(tooFast(), CLOSE.refused);
    return true;
  }

  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#drain);
    for (const chat of this.#chats.values()) chat.room.leave(chat);
    this.#chats.clear();
    this.#releaseSeats?.();
    this.#hub.remove(this);
  }

  /** Called every second. */
  tick(now: number): void {
    if (!this.#identity && now - this.#startedAt > limits.HELLO_MS) {
      this.#end(unauthenticated('Send `hello` within 10 seconds.'), CLOSE.unauthenticated);
    } else if (now - this.#heardAt > limits.SILENCE_MS) {
      this.#close(CLOSE.normal, 'Silent for 60 seconds');
    } else if (this.#stalledAt !== undefined && now - this.#stalledAt > limits.STALLED_MS) {
      this.#close(CLOSE.later, 'Messages were not acknowledged');
    } else if (this.#identity) this.#check(now);
  }

  accessChanged(change: AccessChange): void {
    const identity = this.#identity;
    if (!identity || !concerns(change, identity.principal, placeOf(identity))) return;
    // Not in turn: what the client has asked for may take a while.
    if (isOfCredential(change, identity.principal)) void this.#authenticateAgain();
    void this.#checkPlace(identity).catch(this.#report);
  }

  /** Ends the connection if its user can no longer see the project, and closes the chats that they can't. */
  async #checkPlace(identity: Identity): Promise<void> {
    for (const chat of [...this.#chats.values()]) await this.#accessTo(chat);
    try {
      await requirePlace(this.#hub, identity);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#end(error, CLOSE.denied);
    }
  }

  #check(now: number): void {
    if (now - this.#tokenAt > limits.TOKEN_MS) {
      this.#tokenAt = now;
      this.#enqueue(null, () => this.#authenticateAgain());
    }
    if (now - this.#accessAt > limits.ACCESS_MS) {
      this.#accessAt = now;
      for (const chat of this.#chats.values()) void this.#accessTo(chat).catch(this.#report);
    }
    this.#flushSoon();
  }

  async #authenticateAgain(): Promise<void> {
    try {
      await this.#peer.authenticate(this.#known().token);
    } catch (error) {
      // The identity service may be unreachable for a while. That ends nobody's session.
      if (error instanceof ProblemError && error.status === 401)
        this.#end(error, CLOSE.unauthenticated);
      else this.#report(error);
    }
  }

  #handle(message: ChatClientMessage, ref: string | null): void {
    if (!this.#identity && message.type !== 'hello' && this.#waiting === 0) {
      this.#reject(ref, unauthenticated('Send `hello` first.'));
      return;
    }
    switch (message.type) {
      case 'ping':
        this.#send({ type: 'pong' });
        break;
      case 'ack':
        if (this.#outbox.acknowledge(message.seq) === undefined)
          this.#reject(null, invalidField('/seq', 'No message with this number was sent'));
        break;
      case 'typing': {
        const chat = this.#chats.get(message.chat_id);
        chat?.room.setTyping(chat, message.typing);
        break;
      }
      case 'hello':
        this.#enqueue(null, () => this.#hello(message));
        break;
      case 'open':
        this.#enqueue(ref, () => this.#open(message));
        break;
      case 'close':
        this.#enqueue(null, async () => this.#leave(message.chat_id));
        break;
      case 'send':
        this.#enqueue(ref, () => this.#accept(message, sendMessage));
        break;
      case 'stop':
        this.#enqueue(ref, () => this.#accept(message, stopAnswer));
        break;
    }
  }

  /** Handles what the client asks in its order. A failure is the reply. */
  #enqueue(ref: string | null, work: () => Promise<void>): void {
    if (this.#waiting >= limits.WAITING_MAX) {
      this.#reject(ref, tooFast());
      return;
    }
    this.#waiting += 1;
    this.#queue = this.#queue
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((error: unknown) => this.#reject(ref, this.#problemOf(error)))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** @throws ProblemError 401 before the client has been authenticated */
  #known(): Identity {
    if (!this.#identity) throw unauthenticated('Send `hello` first.');
    return this.#identity;
  }

  async #hello(message: Of<'hello'>): Promise<void> {
    try {
      const identity = await identify(this.#hub, this.#peer, message, this.#identity);
      if (this.#isClosed) return;
      this.#releaseSeats ??= takeSeats(this.#hub, identity);
      this.#identity = identity;
      this.#tokenAt = performance.now();
      const user = actorOf(identity.principal);
      this.#send({ type: 'welcome', user, heartbeat_seconds: limits.HEARTBEAT_SECONDS });
    } catch (error) {
      const problem = this.#problemOf(error);
      const code = CLOSE_CODES[problem.status] ?? CLOSE.later;
      // A mistake in a later `hello` changes nothing.
      if (this.#identity && problem.status === 400) this.#reject(null, problem);
      else this.#end(problem, code);
    }
  }

  async #open({ ref, chat_id, after }: Of<'open'>): Promise<void> {
    const identity = this.#known();
    await requireView(this.#hub, identity, chat_id);
    const before = this.#chats.get(chat_id);
    if (!before && this.#chats.size >= limits.OPEN_MAX) {
      const detail = `A connection can have at most ${limits.OPEN_MAX} chats open. Close one first.`;
      throw new ProblemError('limit_reached', detail);
    }
    const room = before?.room ?? this.#hub.room(chat_id);
    const chat = before ?? new OpenChat(room, identity.principal, this.#flushSoon);
    try {
      if (!before) await room.join(chat);
      const { change, messages } = await missedSince(this.#hub, chat_id, after);
      // Only now: until the room has read the chat, it would look as if it were deleted.
      if (!this.#isClosed) this.#chats.set(chat_id, chat);
      chat.begin(ref, change, messages);
    } finally {
      // It could not be opened, or was closed in the meantime.
      if (this.#chats.get(chat_id) !== chat) room.leave(chat);
    }
  }

  #leave(chatId: string): void {
    const chat = this.#chats.get(chatId);
    this.#chats.delete(chatId);
    chat?.room.leave(chat);
  }

  /** Does what a message asks for, and replies with the message that it created or changed. */
  async #accept<Message extends { ref: string; chat_id: string }>(
    message: Message,
    perform: (hub: Hub, identity: Identity, message: Message) => Promise<string>,
  ): Promise<void> {
    const message_id = await perform(this.#hub, this.#known(), message);
    const { ref, chat_id } = message;
    this.#send({ type: 'accepted', ref, chat_id, message_id });
  }

  #isNewAck(read: ReadMessage): boolean {
    if (!('message' in read) || read.message.type !== 'ack') return false;
    const isNew = this.#outbox.acknowledge(read.message.seq) === true;
    if (isNew) this.#flushSoon();
    return isNew;
  }

  readonly #flushSoon = (): void => {
    if (!this.#isFlushing && !this.#isClosed) void this.#flush().catch(this.#report);
  };

  /** Sends what is due, as long as the client keeps up. Text is sent at once, without a turn of the event loop. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    try {
      for (let chat = this.#nextDue(); chat && this.#outbox.hasRoom; chat = this.#nextDue()) {
        const access = chat.isNewsDue ? await this.#accessTo(chat) : NOWHERE;
        if (access && !this.#isClosed) for (const message of chat.take(access)) this.#send(message);
      }
    } finally {
      this.#isFlushing = false;
    }
    this.#measure();
  }

  #nextDue(): OpenChat | undefined {
    for (const chat of this.#chats.values()) if (chat.isDue) return chat;
    return undefined;
  }

  /** Notices whether the client has fallen behind. */
  #measure(): void {
    clearTimeout(this.#drain);
    const chat = this.#nextDue();
    if (!chat) {
      this.#stalledAt = undefined;
      return;
    }
    this.#stalledAt ??= performance.now();
    if (chat.isOverflowing) this.#close(CLOSE.later, 'Messages were not read');
    else if (!this.#isClosed) this.#drain = setTimeout(this.#flushSoon, DRAIN_MS);
  }

  /** The user's roles, if they may still view the chat. Otherwise the chat is closed. */
  async #accessTo(chat: OpenChat): Promise<Access | undefined> {
    const { room } = chat;
    const result = await checkAccess(this.#hub, this.#known(), room);
    if (!(result instanceof ProblemError)) return result;
    if (this.#chats.get(room.chatId) !== chat) return undefined;
    this.#leave(room.chatId);
    this.#send({ type: 'closed', chat_id: room.chatId, problem: result.toBody() });
    return undefined;
  }

  #send(message: Outgoing): void {
    if (this.#isClosed) return;
    this.#outbox.send(message);
    if (this.#outbox.isOverflowing) this.#close(CLOSE.later, 'Messages were not read');
  }

  #reject(ref: string | null, problem: ProblemError): void {
    this.#send({ type: 'rejected', ref, problem: problem.toBody() });
  }

  /** Ends the connection, and says why. */
  #end(problem: ProblemError, code: number): void {
    this.#reject(null, problem);
    this.#close(code, problem.title);
  }

  #close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.closed();
    this.#peer.close(code, reason);
  }

  #problemOf(error: unknown): ProblemError {
    if (error instanceof ProblemError) return error;
    this.#report(error);
    return internalError(error);
  }

  readonly #report = (error: unknown): void => this.#hub.domain.chat.report(error);
}

/** The close codes of a failed `hello`. */
const CLOSE_CODES: Readonly<Record<number, number>> = {
  400: CLOSE.refused,
  401: CLOSE.unauthenticated,
  403: CLOSE.denied,
  404: CLOSE.denied,
};

function placeOf({ orgId, projectId }: Identity) {
  return { orgId, projectId };
}

function refOf(message: ChatClientMessage): string | null {
  return 'ref' in message ? message.ref : null;
}

function tooFast(): ProblemError {
  return new ProblemError('rate_limited', 'Too many messages at once. Wait for the replies.');
}
