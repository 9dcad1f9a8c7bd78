import { isObject } from '#core/json/is-object.ts';
import type { SchemaNode } from '../../diff/schema/node.ts';
import { waysOf } from '../../diff/values/atoms.ts';
import { type Call, filledPath } from '../call.ts';
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
  const valid = validMessages(session, socket.client, operation);
  const [greeting] = valid;
  const client = new SocketClient(url);
  if (!(await client.isOpen)) {
    const message = 'the socket could not be opened';
    session.record({ rule: 'socket-broken', message, cause: 'open', side: 'response' }, call);
    return false;
  }
  client.close();
  const texts = [...valid.map((value) => JSON.stringify(value)), ...badTexts(valid)];
  await converse(session, call, url, { greeting, texts });
  // As the first message, too.
  for (const text of badTexts([])) await converse(session, call, url, { texts: [text] });
  return true;
}

/** One message of each kind, with known ids. The one with the token comes first, if any has one. */
function validMessages(session: Session, node: SchemaNode, { path }: ApiOperation): object[] {
  const { headers } = session.writer;
  const header = Object.keys(headers).find((name) => name.toLowerCase() === 'authorization');
  const token = headers[header ?? '']?.replace(/^\w+ /, '');
  const isToken = (name: string) => token !== undefined && /token/i.test(name);
  const names = [...new Set(waysOf([node]).flatMap((way) => way.flatMap(namesOf)))];
  const together = idsTogether(session, new Set(names.map(plain)));
  const known = (name: string, like: unknown) =>
    isToken(name) ? token : (together.get(plain(name)) ?? session.links.named(name, path, like));
  const greetings: object[] = [];
  const others: object[] = [];
  for (const way of waysOf([node])) {
    const value = session.sampler.one(way, known);
    if (!isObject(value)) continue;
    const filled = session.sampler.fill(node, value, known) as object;
    const tokens = way.flatMap(namesOf).filter(isToken);
    const full = { ...filled, ...Object.fromEntries(tokens.map((name) => [name, token])) };
    if (session.validator.judge(node, full) !== 'valid') continue;
    (tokens.length > 0 ? greetings : others).push(full);
  }
  return [...greetings, ...others];
}

/** The ids of a resource and of all those that contain it: of the deepest one whose ids have these names. */
function idsTogether({ api, links }: Session, names: ReadonlySet<string>): Map<string, string> {
  const templates = api.operations
    .map(({ path }) => path.split('/').slice(1))
    .filter((parts) => parts.flatMap(parameterOf).every((name) => names.has(plain(name))))
    .toSorted((a, b) => b.flatMap(parameterOf).length - a.flatMap(parameterOf).length);
  const fill = (parts: readonly string[], path: string): Map<string, string> | undefined => {
    const [part, ...rest] = parts;
    if (part === undefined) return new Map();
    const [name] = parameterOf(part);
    if (name === undefined) return fill(rest, `${path}/${part}`);
    for (const id of links.below(path)) {
      const found = fill(rest, `${path}/${id}`);
      if (found) return found.set(plain(name), id);
    }
    return undefined;
  };
  for (const parts of templates) {
    const found = fill(parts, '');
    if (found) return found;
  }
  return new Map();
}

function parameterOf(part: string): string[] {
  const name = /^\{(.+)\}$/.exec(part)?.[1];
  return name === undefined ? [] : [name];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

function namesOf({ properties }: SchemaNode): string[] {
  return [...properties.keys()];
}

/** Sends texts, greeting the server again whenever it has closed the connection. */
async function converse(
  session: Session,
  call: Call,
  url: string,
  { greeting, texts }: { greeting?: object | undefined; texts: readonly string[] },
): Promise<void> {
  let client: SocketClient | undefined;
  for (const text of texts) {
    if (session.isOver()) break;
    if (client?.code !== undefined) client = undefined;
    if (!client) {
      client = new SocketClient(url);
      if (!(await client.isOpen)) continue;
      if (greeting) await client.send(JSON.stringify(greeting));
    }
    await client.send(text);
    judgeReceived(session, call, client, text);
  }
  client?.close();
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
