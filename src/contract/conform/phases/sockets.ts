import type { Call } from '../call.ts';
import { filledPath } from '../call.ts';
import { show } from '../judge.ts';
import type { ApiOperation } from '../model.ts';
import type { Session } from '../session.ts';

const OPEN_MS = 5000;
/** How long replies are awaited after a message. */
const REPLY_MS = 60;
/** Close codes that servers choose when a client did something wrong, or when they are done. */
const ABRUPT = new Set([1006, 1011]);

/**
 * Opens a socket and sends each kind of message that the contract allows, and then what it doesn't. Whatever the server
 * sends must match the contract, and a bad message must neither break the connection nor end it without a reason.
 * @returns whether the socket could be opened
 */
export async function checkSocket(session: Session, operation: ApiOperation): Promise<boolean> {
  const { socket } = operation;
  if (!socket) return false;
  const call: Call = { operation, values: new Map(), isResolved: true };
  const url = `${session.origin.replace(/^http/, 'ws')}${session.writer.prefix}${filledPath(call)}`;
  const token = session.writer.headers.authorization?.replace(/^\w+ /, '');
  const known = (name: string, like: unknown) =>
    /token/i.test(name) ? token : session.links.named(name, operation.path, like);
  const valid = session.sampler.bodies(socket.client, [], known);
  const client = new SocketClient(url);
  if (!(await client.isOpen)) {
    const message = 'the socket could not be opened';
    session.record({ rule: 'socket-broken', message, cause: 'open', side: 'response' }, call);
    return false;
  }
  for (const text of [...valid.map((value) => JSON.stringify(value)), ...badTexts(valid)]) {
    if (session.isOver() || client.code !== undefined) break;
    await client.send(text);
    judgeReceived(session, call, client, text);
  }
  client.close();
  // As the first message, too.
  for (const text of badTexts([])) await checkFirst(session, call, url, text);
  return true;
}

/** Sends one bad message on a new connection. */
async function checkFirst(session: Session, call: Call, url: string, text: string): Promise<void> {
  if (session.isOver()) return;
  const client = new SocketClient(url);
  if (await client.isOpen) {
    await client.send(text);
    judgeReceived(session, call, client, text);
  }
  client.close();
}

function judgeReceived(session: Session, call: Call, client: SocketClient, sent: string): void {
  const node = call.operation.socket?.server;
  for (const text of client.take()) {
    const value = parsed(text);
    const violation = node && session.validator.violation(node, value);
    if (!violation) continue;
    const message = `a message of the socket (${show(text)}) doesn't match the contract: ${violation.message}`;
    const cause = `${violation.keyword} ${violation.place}`;
    session.record({ rule: 'socket-schema', message, cause, side: 'response' }, call);
  }
  if (client.code === undefined || !ABRUPT.has(client.code)) return;
  const message = `the socket breaks (${client.code}) after ${show(sent)}`;
  session.record(
    { rule: 'socket-broken', message, cause: String(client.code), side: 'response' },
    call,
  );
}

/** What no contract of JSON messages allows. */
function badTexts(valid: readonly unknown[]): string[] {
  const [first = {}] = valid;
  return [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    JSON.stringify({ ...(first as object), type: 'conform-unknown' }),
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
    ...valid.map((value) => JSON.stringify({ ...(value as object), 'conform-unknown': 1 })),
    ...valid.map((value) =>
      JSON.stringify(Object.fromEntries(Object.keys(value as object).map((name) => [name, {}]))),
    ),
  ];
}

class SocketClient {
  readonly #socket: WebSocket;
  readonly isOpen: Promise<boolean>;
  /** Why it was closed. */
  code: number | undefined;
  #received: string[] = [];
  #isOurs = false;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => this.#received.push(String(data));
    this.isOpen = new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), OPEN_MS);
      this.#socket.onopen = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#socket.onerror = () => resolve(false);
      this.#socket.onclose = ({ code }) => {
        clearTimeout(timer);
        if (!this.#isOurs) this.code = code;
        resolve(false);
      };
    });
  }

  /** Sends a text, and waits until nothing more arrives. */
  async send(text: string): Promise<void> {
    this.#socket.send(text);
    for (let count = -1; count !== this.#received.length && this.code === undefined; ) {
      count = this.#received.length;
      await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
    }
  }

  take(): string[] {
    return this.#received.splice(0);
  }

  close(): void {
    this.#isOurs = true;
    this.#socket.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
