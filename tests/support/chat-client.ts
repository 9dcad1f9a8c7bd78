import type { ChatServerMessage } from '#generated/model/index.ts';

type Message<Type extends ChatServerMessage['type']> = Extract<ChatServerMessage, { type: Type }>;

const PATIENCE_MS = 30_000;

/** A client of the chat socket that acknowledges what it receives. */
export class ChatClient {
  readonly received: ChatServerMessage[] = [];
  readonly sent: unknown[] = [];
  /** Why it was closed. */
  closed: { code: number; reason: string } | undefined;
  acks = true;
  readonly socket: WebSocket;
  readonly #watchers = new Set<() => void>();

  /** @param baseUrl of the API, as `http://…/api/v1` */
  constructor(baseUrl: string, headers: Record<string, string> = {}) {
    const url = `${baseUrl.replace(/^http/, 'ws')}/chat-socket`;
    // Node's takes headers too, which browsers don't.
    this.socket = new WebSocket(url, { headers } as unknown as string[]);
    this.socket.onmessage = ({ data }) => this.#receive(String(data));
    this.socket.onerror = () => undefined;
    this.socket.onclose = ({ code, reason }) => {
      this.closed = { code, reason };
      this.#changed();
    };
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ChatServerMessage;
    this.received.push(message);
    if (this.acks) this.send({ type: 'ack', seq: message.seq });
    this.#changed();
  }

  #changed(): void {
    for (const watch of [...this.#watchers]) watch();
  }

  send(message: unknown): void {
    this.sent.push(message);
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  of<Type extends ChatServerMessage['type']>(type: Type): Message<Type>[] {
    return this.received.filter((message): message is Message<Type> => message.type === type);
  }

  /** Waits until the test succeeds. */
  async until(test: () => unknown): Promise<void> {
    if (test()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const watch = () => {
      if (test()) resolve();
    };
    const timer = setTimeout(() => {
      const last = JSON.stringify({ closed: this.closed, last: this.received.slice(-3) });
      reject(new Error(`Nothing came of ${test}: ${last.slice(0, 2000)}`));
    }, PATIENCE_MS);
    this.#watchers.add(watch);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#watchers.delete(watch);
    });
  }

  async next<Type extends ChatServerMessage['type']>(
    type: Type,
    count = 1,
  ): Promise<Message<Type>> {
    await this.until(() => this.of(type).length >= count);
    return this.of(type)[count - 1] as Message<Type>;
  }

  /** Connects and authenticates. */
  async hello(place: { orgId: string; projectId: string }, token?: string): Promise<this> {
    const { orgId: org_id, projectId: project_id } = place;
    if (this.socket.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => {
        this.socket.addEventListener('open', resolve);
        this.socket.addEventListener('close', () => reject(new Error('The socket was refused')));
      });
    const count = this.of('welcome').length + 1;
    this.send({ type: 'hello', org_id, project_id, ...(token !== undefined && { token }) });
    await this.until(() => this.closed || this.of('welcome').length >= count);
    return this;
  }

  async open(chat_id: string, after?: number): Promise<Message<'opened'>> {
    const count = this.of('opened').length + 1;
    const message = { type: 'open', ref: `open-${count}`, chat_id };
    this.send(after === undefined ? message : { ...message, after });
    return this.next('opened', count);
  }

  /** Waits for the end of an answer. */
  async ended(): Promise<Message<'message'>['message']> {
    const find = () =>
      this.of('message').find(({ message: m }) => m.role === 'assistant' && m.ended_at !== null);
    await this.until(find);
    const found = find();
    if (!found) throw new Error('No answer has ended');
    return found.message;
  }

  /** What is shown of an answer, from the parts that were received. */
  textOf(messageId: string): string {
    let text = '';
    for (const message of this.received) {
      if (message.type === 'reset' && message.message_id === messageId) text = '';
      if (message.type !== 'delta' || message.message_id !== messageId) continue;
      text = text.slice(0, message.offset) + message.text;
    }
    return text;
  }

  /** The messages of both directions, as in `client hello`. */
  exchanged(): string[] {
    const typeOf = (message: unknown) => (message as { type?: unknown } | null)?.type;
    const all = [
      ...this.sent.map((message) => `client ${typeOf(message)}`),
      ...this.received.map((message) => `server ${typeOf(message)}`),
    ];
    return [...new Set(all)];
  }

  close(): void {
    this.socket.close();
  }
}
