import { expect, vi } from 'vitest';
import { authorise } from '#domain/authorise.ts';
import { operations } from '#domain/call.ts';
import { createChatService } from '#domain/chat/chat.service.ts';
import { createChatSocket } from '#domain/chat/socket/session.ts';
import type { Access } from '#domain/principal.ts';
import { responseCheck } from '#domain/request/validation.ts';
import type { ChatServerMessage } from '#generated/model/index.ts';
import { createMockDomain, type MockDomain } from '../domain.ts';
import { callerWithToken } from '../http/access.ts';
import type { Persona } from '../scenarios.ts';
import { ORG_ID, PROJECT_ID } from '../seed/ids.ts';
import { seedWorld } from '../seed/world.ts';
import { createStore, type Store } from '../store.ts';
import { tokenOf } from '../testing.ts';

type Message<Type extends ChatServerMessage['type']> = Extract<ChatServerMessage, { type: Type }>;

const violation = responseCheck('#/components/schemas/ChatServerMessage');
const PLACE = { orgId: ORG_ID, projectId: PROJECT_ID };
const clients: Client[] = [];
/** The mocks of the current test. */
export let store: Store;
export let domain: MockDomain;

/** Starts a world with pretend time. */
export function begin(): void {
  const timers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...timers, 'performance', 'Date'] });
  store = createStore(seedWorld({}), 0);
  domain = createMockDomain(store);
}

/** Ends it, with all connections. */
export function end(): void {
  for (const { session } of clients.splice(0)) session.closed();
  vi.useRealTimers();
}

/** A client whose network takes everything at once, unless it is told not to. */
export class Client {
  readonly sent: ChatServerMessage[] = [];
  buffered = 0;
  /** Whether what arrives is acknowledged. */
  acks = true;
  closed: number | undefined;
  readonly session = createChatSocket(domain)({
    send: (text) => this.#receive(text),
    buffered: () => this.buffered,
    close: (code) => {
      this.closed = code;
    },
    authenticate: (token) => callerWithToken(store, domain, token),
  });

  #receive(text: string): void {
    const message = JSON.parse(text) as ChatServerMessage;
    expect(violation(message), text).toBeUndefined();
    this.sent.push(message);
    if (this.acks) queueMicrotask(() => this.send({ type: 'ack', seq: message.seq }));
  }

  send(message: unknown): void {
    this.session.receive(typeof message === 'string' ? message : JSON.stringify(message));
  }

  of<Type extends ChatServerMessage['type']>(type: Type): Message<Type>[] {
    return this.sent.filter((message): message is Message<Type> => message.type === type);
  }

  async until(test: () => unknown): Promise<void> {
    for (let i = 0; i < 400 && !test(); i += 1) await vi.advanceTimersByTimeAsync(5);
    expect(test(), JSON.stringify(this.sent.slice(-5))).toBeTruthy();
  }

  async next<Type extends ChatServerMessage['type']>(
    type: Type,
    count = 1,
  ): Promise<Message<Type>> {
    await this.until(() => this.of(type).length >= count);
    return this.of(type)[count - 1] as Message<Type>;
  }

  /** Waits until an answer has ended like this. */
  async ended(status = 'succeeded'): Promise<void> {
    const isIt = ({ message }: Message<'message'>) =>
      message.role === 'assistant' && message.status === status && message.ended_at !== null;
    await this.until(() => this.of('message').some(isIt));
  }

  hello(who: Persona = 'member', more: object = {}): void {
    const token = tokenOf(store, who);
    this.send({ type: 'hello', token, org_id: ORG_ID, project_id: PROJECT_ID, ...more });
  }

  async open(chat_id: string, after?: number): Promise<Message<'opened'>> {
    const count = this.of('opened').length + 1;
    const message = { type: 'open', ref: `open-${count}`, chat_id };
    this.send(after === undefined ? message : { ...message, after });
    return this.next('opened', count);
  }

  ask(chat_id: string, text: string, ref = text): void {
    this.send({ type: 'send', ref, chat_id, message: { text } });
  }
}

export function connect(): Client {
  const client = new Client();
  clients.push(client);
  return client;
}

export async function callerOf(who: Persona) {
  const principal = await callerWithToken(store, domain, tokenOf(store, who));
  let access: Access = { orgRole: null, projectRole: null };
  await authorise(domain.standing, operations.createChat, PLACE, principal, (found) => {
    access = found;
  });
  return { principal, access };
}

export async function createChat(who: Persona = 'member', audience?: 'project') {
  const caller = await callerOf(who);
  const chats = createChatService(domain);
  const { id } = await chats.create(PLACE, { config: { type: 'model' } }, caller);
  if (audience) await chats.share(id, { audience }, caller);
  return id;
}
