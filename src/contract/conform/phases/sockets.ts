import { isObject } from '#core/json/is-object.ts';
import type { SchemaNode } from '../../diff/schema/node.ts';
import { waysOf } from '../../diff/values/atoms.ts';
import { parsed } from '../../parsed.ts';
import { type Call, filledPath } from '../call.ts';
import { show } from '../judge.ts';
import { plain } from '../links.ts';
import type { ApiOperation } from '../model.ts';
import type { Session } from '../session.ts';
import { SocketClient } from '../socket-client.ts';
import type { World } from '../world.ts';

/** Close codes that servers choose when a client did something wrong, or when they are done. */
const ABRUPT = new Set([1006, 1011]);

/** What a socket did. */
export interface SocketResult {
  isOpen: boolean;
  /** The kinds of messages that the server never sent. */
  unseen: string[];
}

/**
 * Opens a socket and sends each kind of message that the contract allows, and then what it doesn't. Whatever the server
 * sends must match the contract, and a bad message must neither break the connection nor end it without a reason.
 */
export async function checkSocket(world: World, operation: ApiOperation): Promise<SocketResult> {
  const { session } = world;
  const { socket } = operation;
  if (!socket) return { isOpen: false, unseen: [] };
  const call: Call = { operation, values: new Map(), isResolved: true };
  const url = `${session.origin.replace(/^http/, 'ws')}${session.writer.prefix}${filledPath(call)}`;
  const kinds = kindsOf(socket.server);
  const unseen = new Set(kinds.map(({ value }) => value));
  const client = new SocketClient(url);
  if (!(await client.isOpen)) {
    session.reporter(call)('socket-broken', 'the socket could not be opened', 'open');
    return { isOpen: false, unseen: [...unseen] };
  }
  client.close();
  const see = (message: unknown) => {
    if (!isObject(message)) return;
    for (const { name, value } of kinds) if (message[name] === value) unseen.delete(value);
  };
  const exchange: Exchange = { session, call, url, see };
  const valid = await validMessages(world, socket.client, operation);
  const [greeting] = valid;
  const back = valid.toReversed();
  // In both orders, so that each kind is sent before and after every other one.
  const sent = [...valid, ...back, ...back].map((value, index) =>
    JSON.stringify(anew(value, index)),
  );
  await converse(exchange, { greeting, texts: [...sent, ...badTexts(valid)] });
  // As the first message, too.
  for (const text of badTexts([])) await converse(exchange, { texts: [text] });
  return { isOpen: true, unseen: [...unseen] };
}

/** The constants that tell the kinds of messages apart, such as `type: 'opened'`. */
function kindsOf(server: SchemaNode): { name: string; value: string }[] {
  return waysOf([server]).flatMap((way) => {
    for (const { properties } of way)
      for (const [name, node] of properties) {
        const [value, ...others] = node.enum ?? [];
        if (typeof value === 'string' && others.length === 0) return { name, value };
      }
    return [];
  });
}

/** The same message with other ids: a server may ignore a message that it has received before. */
function anew(value: object, index: number): object {
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    /^(ref|nonce|(request|correlation)_?id)$/i.test(name) ? `conform-${index}` : one,
  ]);
  return Object.fromEntries(entries);
}

/** One message of each kind, with ids that exist. The one with the token comes first, if any has one. */
async function validMessages(world: World, node: SchemaNode, { path }: ApiOperation) {
  const { session } = world;
  const { headers } = session.writer;
  const header = Object.keys(headers).find((name) => name.toLowerCase() === 'authorization');
  const token = headers[header ?? '']?.replace(/^\w+ /, '');
  const isToken = (name: string) => token !== undefined && /token/i.test(name);
  const names = [...new Set(waysOf([node]).flatMap((way) => way.flatMap(namesOf)))];
  const together = await idsTogether(world, new Set(names.map(plain)));
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

/**
 * The ids of a new resource and of its parents: the deepest resource whose ids have these names. It is new, because
 * resources that other requests found may be deleted by now.
 */
async function idsTogether(world: World, names: ReadonlySet<string>): Promise<Map<string, string>> {
  const idsOf = ({ path }: ApiOperation) => path.split('/').flatMap(parameterOf);
  const candidates = world.session.api.operations
    .filter(({ method, path }) => method === 'GET' && path.endsWith('}'))
    .filter((operation) => idsOf(operation).every((name) => names.has(plain(name))))
    .toSorted((a, b) => idsOf(b).length - idsOf(a).length);
  for (const operation of candidates) {
    const call: Call = { operation, values: new Map(), isResolved: true };
    const { values, isResolved } = await world.forNew({ call, isAccepted: false });
    if (isResolved)
      return new Map([...values].map(([key, id]) => [plain(key.replace('path ', '')), String(id)]));
  }
  return new Map();
}

function parameterOf(part: string): string[] {
  const name = /^\{(.+)\}$/.exec(part)?.[1];
  return name === undefined ? [] : [name];
}

function namesOf({ properties }: SchemaNode): string[] {
  return [...properties.keys()];
}

interface Exchange {
  session: Session;
  call: Call;
  url: string;
  /** Called with each message of the server. */
  see(message: unknown): void;
}

/** Sends texts, greeting the server again whenever it has closed the connection. */
async function converse(
  exchange: Exchange,
  { greeting, texts }: { greeting?: object | undefined; texts: readonly string[] },
): Promise<void> {
  let client: SocketClient | undefined;
  for (const text of texts) {
    if (exchange.session.isOver()) break;
    if (client?.code !== undefined) client = undefined;
    if (!client) {
      client = new SocketClient(exchange.url);
      if (!(await client.isOpen)) continue;
      if (greeting) await client.send(JSON.stringify(greeting));
    }
    await client.send(text);
    judgeReceived(exchange, client, text);
  }
  client?.close();
}

function judgeReceived({ session, call, see }: Exchange, client: SocketClient, sent: string): void {
  const report = session.reporter(call);
  const node = call.operation.socket?.server;
  for (const text of client.take()) {
    const value = parsed(text);
    see(value);
    const violation = node && session.validator.violation(node, value);
    if (!violation) continue;
    const { keyword, place, message } = violation;
    const shown = `a message of the socket (${show(text)}) doesn't match the contract: ${message}`;
    report('socket-schema', shown, `${keyword} ${place}`);
  }
  if (client.code !== undefined && ABRUPT.has(client.code))
    report(
      'socket-broken',
      `the socket breaks (${client.code}) after ${show(sent)}`,
      String(client.code),
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
