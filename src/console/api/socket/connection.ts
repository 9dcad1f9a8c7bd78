import { ChatServerMessage } from '#generated/model/chatServerMessage.zod.ts';
import type { ChatClientMessage, Problem } from '#generated/model/index.ts';
import { retryDelay } from '../http/retry-delay.ts';

/** `refused`: the server doesn't accept the user, so another attempt would fail in the same way. */
export type SocketStatus = 'connecting' | 'open' | 'offline' | 'refused';

type Hello = Extract<ChatClientMessage, { type: 'hello' }>;

export interface ConnectionOptions {
  url(): string;
  /**
   * The first message, with a token that is valid for a while.
   * @param isRejected whether the server has just rejected the last token
   * @returns null when nobody is signed in
   */
  hello(isRejected: boolean): Promise<Hello | null>;
  /** The connection is authenticated, for the first time or again after it was lost. */
  onWelcome(user: { id: string }): void;
  onMessage(message: Exclude<ChatServerMessage, { type: 'welcome' | 'pong' }>): void;
  onStatus(status: SocketStatus, problem: Problem | null): void;
}

/** Acknowledged at least this often, well before the server waits. */
const ACK_EVERY = 16;
const ACK_MS = 250;
/** A server that doesn't reply for this long counts as gone. */
const REPLY_MS = 10_000;
const HEARTBEAT_MS = 25_000;
/** Part of each wait that is random, so that a thousand clients of a restarted server don't return together. */
const JITTER = 0.5;

/** One connection to the chat socket, which is opened again whenever it is lost. */
export class Connection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | null = null;
  #isWanted = false;
  #isWelcome = false;
  #failures = 0;
  #isRejected = false;
  #token: string | undefined;
  #seq = 0;
  #acked = 0;
  #heartbeatMs = HEARTBEAT_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ack: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #reply: ReturnType<typeof setTimeout> | undefined;
  #status: SocketStatus = 'offline';
  #problem: Problem | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get status(): SocketStatus {
    return this.#status;
  }

  /** Why the server refused the user. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Connects, unless it already has or is about to. */
  start(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#failures = 0;
    globalThis.addEventListener('online', this.#wake);
    globalThis.addEventListener('offline', this.#sleep);
    globalThis.addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  stop(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    globalThis.removeEventListener('online', this.#wake);
    globalThis.removeEventListener('offline', this.#sleep);
    globalThis.removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#drop();
    this.#set('offline');
  }

  /** @returns false when there is no connection; nothing is kept */
  send(message: ChatClientMessage): boolean {
    if (!this.#isWelcome || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #set(status: SocketStatus, problem: Problem | null = null): void {
    if (this.#status === status && this.#problem === problem) return;
    this.#status = status;
    this.#problem = problem;
    this.#options.onStatus(status, problem);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (!navigator.onLine) {
      this.#set('offline');
      return;
    }
    // While it is lost, it says `offline` until it is back, rather than changing with each attempt.
    if (this.#status !== 'offline' || this.#failures === 0) this.#set('connecting');
    const socket = new WebSocket(this.#options.url());
    this.#socket = socket;
    this.#seq = 0;
    this.#acked = 0;
    // Nothing arrives at all on some broken networks.
    this.#expectReply();
    socket.onopen = () => void this.#greet(socket);
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === 'string') this.#receive(data);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  async #greet(socket: WebSocket): Promise<void> {
    const hello = await this.#options.hello(this.#isRejected).catch(() => undefined);
    if (this.#socket !== socket) return;
    if (hello === undefined) return this.#lost();
    if (hello === null) return this.#refuse(null);
    this.#token = hello.token;
    socket.send(JSON.stringify(hello));
  }

  #receive(text: string): void {
    clearTimeout(this.#reply);
    const parsed = ChatServerMessage.safeParse(parse(text));
    if (!parsed.success) {
      // For example a type that only a newer console knows.
      console.warn('A message of the chat socket does not match the contract', parsed.error.issues);
      return;
    }
    const message = parsed.data;
    this.#seq = message.seq;
    this.#acknowledge();
    if (message.type === 'welcome') this.#welcome(message);
    else if (message.type === 'rejected' && message.ref === null) this.#reject(message.problem);
    else if (message.type !== 'pong') this.#options.onMessage(message);
  }

  #welcome({ user, heartbeat_seconds }: { user: { id: string }; heartbeat_seconds: number }): void {
    this.#heartbeatMs = heartbeat_seconds * 1000;
    this.#isRejected = false;
    this.#failures = 0;
    if (this.#isWelcome) return;
    this.#isWelcome = true;
    this.#scheduleBeat();
    this.#options.onWelcome(user);
    this.#set('open');
  }

  /** The connection itself was refused, and closes. */
  #reject(problem: Problem): void {
    const { status } = problem;
    if (status === 401 && !this.#isRejected) {
      this.#isRejected = true;
      this.#failures = 0;
      this.#connect();
    } else if (status === 401 || status === 403 || status === 404) this.#refuse(problem);
  }

  #refuse(problem: Problem | null): void {
    this.#drop();
    this.#set('refused', problem);
  }

  #lost(): void {
    this.#drop();
    if (!this.#isWanted || this.#status === 'refused') return;
    this.#set('offline');
    const wait = retryDelay(this.#failures);
    this.#failures += 1;
    const delay = wait * (1 - JITTER * Math.random());
    this.#retry = setTimeout(() => this.#connect(), this.#failures === 1 ? delay / 4 : delay);
  }

  #drop(): void {
    for (const timer of [this.#retry, this.#ack, this.#beat, this.#reply]) clearTimeout(timer);
    this.#ack = undefined;
    this.#isWelcome = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #acknowledge(): void {
    if (this.#seq - this.#acked >= ACK_EVERY) this.#sendAck();
    else this.#ack ??= setTimeout(() => this.#sendAck(), ACK_MS);
  }

  #sendAck(): void {
    clearTimeout(this.#ack);
    this.#ack = undefined;
    if (this.#seq > this.#acked && this.send({ type: 'ack', seq: this.#seq }))
      this.#acked = this.#seq;
  }

  #scheduleBeat(): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => void this.#ping(), this.#heartbeatMs);
  }

  async #ping(): Promise<void> {
    const socket = this.#socket;
    this.#scheduleBeat();
    if (!this.send({ type: 'ping' })) return;
    this.#expectReply();
    const hello = await this.#options.hello(false).catch(() => undefined);
    if (this.#socket !== socket || !hello || hello.token === this.#token) return;
    this.#token = hello.token;
    this.send(hello);
  }

  #expectReply(): void {
    clearTimeout(this.#reply);
    this.#reply = setTimeout(() => this.#lost(), REPLY_MS);
  }

  /** The network is back, or the page is visible again: perhaps the connection was lost without a sign of it. */
  readonly #wake = (): void => {
    if (document.visibilityState === 'hidden' || this.#status === 'refused') return;
    if (this.#isWelcome) void this.#ping();
    else if (this.#status === 'offline') {
      this.#failures = Math.min(this.#failures, 1);
      this.#connect();
    }
  };

  readonly #sleep = (): void => {
    if (this.#status === 'refused') return;
    this.#drop();
    this.#set('offline');
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
