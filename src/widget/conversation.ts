import type { VisitorMessage } from '#generated/model/index.ts';
import { type Client, Failure } from './client.ts';
import type { Storage } from './storage.ts';

/** A message as it is shown: also one that is still being sent. */
export interface Shown extends VisitorMessage {
  /** Repeated when it is sent again, so that it arrives once. */
  ref?: string;
  state?: 'sending' | 'failed';
}

export interface Conversation {
  readonly messages: readonly Shown[];
  /** The answer that is being written. */
  readonly answer: Shown | undefined;
  /** What went wrong, in words for visitors. */
  readonly problem: string | undefined;
  /** Whether there are older messages than those shown. */
  readonly hasEarlier: boolean;
  load(): Promise<void>;
  loadEarlier(): Promise<void>;
  send(text: string): Promise<void>;
  /** Sends a message again that didn't arrive. */
  retry(message: Shown): Promise<void>;
  stop(): Promise<void>;
  rate(id: string, rating: 'up' | 'down' | null): Promise<void>;
  restart(): Promise<void>;
  setName(name: string): void;
  close(): void;
}

interface Deps {
  client: Client;
  storage: Storage;
  /** Called after each change. */
  onChange(): void;
  /** Called when an answer has ended. */
  onAnswer(message: VisitorMessage): void;
}

/** How long to wait before following an answer again whose connection was lost, in milliseconds. */
const WAITS = [500, 1000, 2000, 4000, 8000, 15_000];
const PAGE_MAX = 2000;
const NAME_MAX = 120;

/** A visitor's conversation: kept by the server, begun with the first message, shared by the tabs of a browser. */
export function createConversation({ client, storage, onChange, onAnswer }: Deps): Conversation {
  let messages: Shown[] = [];
  let problem: string | undefined;
  /** Of the next page of older messages. */
  let cursor: string | null = null;
  let name = '';
  let following: AbortController | undefined;
  /** The answer that is or was followed. */
  let followed: string | undefined;
  let isClosed = false;

  function changed(): void {
    if (!isClosed) onChange();
  }

  function put(message: Shown): void {
    const index = messages.findIndex(({ id }) => id === message.id);
    messages = index < 0 ? [...messages, message] : messages.with(index, message);
    changed();
  }

  function answerInProgress(): Shown | undefined {
    const last = messages.at(-1);
    return last?.role === 'assistant' && isOpen(last) ? last : undefined;
  }

  /** Runs an action, and shows why it failed. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    problem = undefined;
    try {
      await action();
    } catch (error) {
      problem =
        error instanceof Failure ? error.message : 'Something went wrong. Please try again.';
      if (!(error instanceof Failure)) console.error('Taskloom widget:', error);
    }
    changed();
  }

  /** Calls the API as the visitor. A token that has expired is replaced: by another tab's, or by a new one. */
  async function asVisitor<T>(action: (token: string) => Promise<T>): Promise<T> {
    const token = storage.read()?.token ?? (await newVisitor());
    try {
      return await action(token);
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) throw error;
      const other = storage.read()?.token;
      if (other === undefined || other === token) storage.write(undefined);
      return action(storage.read()?.token ?? (await newVisitor()));
    }
  }

  async function newVisitor(): Promise<string> {
    const page = location.href.slice(0, PAGE_MAX);
    const made = await client.createVisitor({ page, ...(name && { name }) });
    storage.write(made);
    return made.token;
  }

  async function load(): Promise<void> {
    const token = storage.read()?.token;
    cursor = null;
    if (token === undefined) {
      messages = [];
      return changed();
    }
    try {
      const { results, pagination } = await client.list(token);
      cursor = pagination.next_cursor;
      // Those that didn't arrive yet are only known here.
      const unsent = messages.filter(({ state }) => state !== undefined);
      messages = [...results.reverse(), ...unsent];
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401) throw error;
      if (storage.read()?.token === token) storage.write(undefined);
      messages = [];
    }
    changed();
    const open = answerInProgress();
    if (open) void follow(open);
    // Another tab has begun a new conversation.
    else if (!messages.some(({ id }) => id === followed)) following?.abort();
  }

  /** Follows an answer to its end, over lost connections and times without network. */
  async function follow(answer: Shown): Promise<void> {
    following?.abort();
    const own = new AbortController();
    following = own;
    followed = answer.id;
    let lastEventId = '';
    let text = '';
    for (let attempt = 0; attempt < WAITS.length && !own.signal.aborted; attempt += 1) {
      try {
        const token = storage.read()?.token ?? '';
        for await (const { id, data } of client.events(token, answer.id, lastEventId, own.signal)) {
          lastEventId = id;
          attempt = 0;
          if (data.type === 'visitor.ended') {
            put(data.message);
            onAnswer(data.message);
            return;
          }
          text = data.type === 'visitor.reset' ? '' : text.slice(0, data.offset) + data.text;
          put({ ...answer, status: 'running', text });
        }
      } catch (error) {
        if (own.signal.aborted) return;
        const isLasting = error instanceof Failure && error.status >= 400 && error.status < 500;
        if (isLasting && error.status !== 429) {
          problem = error.message;
          break;
        }
      }
      await untilOnline(WAITS[attempt] ?? 0);
    }
    if (own.signal.aborted) return;
    problem ??= 'The connection was lost. Open the chat again to see the answer.';
    changed();
  }

  async function deliver(message: Shown): Promise<void> {
    const { ref = newRef(), text } = message;
    put({ ...message, state: 'sending' });
    try {
      const sent = await asVisitor((token) => client.send(token, text, ref));
      messages = messages.filter(({ id }) => id !== message.id && id !== sent.message.id);
      messages.push(sent.message, { ...sent.answer, text: '' });
      storage.announce();
      changed();
      void follow(sent.answer);
    } catch (error) {
      put({ ...message, state: 'failed' });
      throw error;
    }
  }

  const unfollow = storage.follow(() => void attempt(load));

  return {
    get messages() {
      return messages;
    },
    get answer() {
      return answerInProgress();
    },
    get problem() {
      return problem;
    },
    get hasEarlier() {
      return cursor !== null;
    },
    load: () => attempt(load),
    loadEarlier: () =>
      attempt(async () => {
        const token = storage.read()?.token;
        if (token === undefined || cursor === null) return;
        const { results, pagination } = await client.list(token, cursor);
        cursor = pagination.next_cursor;
        // The same page may have been asked for twice.
        const known = new Set(messages.map(({ id }) => id));
        messages = [...results.reverse().filter(({ id }) => !known.has(id)), ...messages];
      }),
    send: (text) => attempt(() => deliver(newMessage(text))),
    retry: (message) => attempt(() => deliver(message)),
    stop: () =>
      attempt(async () => {
        const open = answerInProgress();
        if (!open) return;
        const stopped = await asVisitor((token) => client.cancel(token, open.id));
        // The stream ends with the same message, unless its connection is lost.
        if (!isOpen(stopped)) put(stopped);
      }),
    rate: (id, rating) =>
      attempt(async () => put(await asVisitor((token) => client.rate(token, id, rating)))),
    restart: () =>
      attempt(async () => {
        following?.abort();
        const token = storage.read()?.token;
        const open = answerInProgress();
        // Nobody will read it.
        if (token !== undefined && open) await client.cancel(token, open.id).catch(() => undefined);
        if (token !== undefined) storage.write(await client.restart(token).catch(ifGone));
        messages = [];
        cursor = null;
        storage.announce();
      }),
    setName(given) {
      name = given.trim().slice(0, NAME_MAX);
    },
    close() {
      isClosed = true;
      following?.abort();
      unfollow();
    },
  };
}

export function isOpen({ status }: VisitorMessage): boolean {
  return status === 'queued' || status === 'running';
}

/** An expired conversation has ended already. */
function ifGone(error: unknown): undefined {
  if (error instanceof Failure && error.status === 401) return undefined;
  throw error;
}

/** Waits, and then until there is a network. */
async function untilOnline(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

function newMessage(text: string): Shown {
  const ref = newRef();
  return {
    id: ref,
    ref,
    role: 'user',
    text,
    status: 'succeeded',
    sources: [],
    grounding: null,
    error: null,
    rating: null,
    created_at: new Date().toISOString(),
  };
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
function newRef(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
