import { isObject } from '#core/json/is-object.ts';
import { answersTo, compareSchemas, note, type Pair, type Part, type Site } from './context.ts';

/** The extension that describes the messages of a WebSocket: what its clients send, and what the server sends. */
export const SOCKET = 'x-socket';

/** Compares the messages of an operation that opens sockets. Each message is an example of one direction's schema. */
export function compareSockets(site: Site, [base, next]: Pair): void {
  const [before, after] = [base.value[SOCKET], next.value[SOCKET]];
  const at = ({ pointer }: Part) => ({ pointer: `${pointer}/${SOCKET}` });
  if (isObject(before) && !isObject(after))
    note(site, 'breaking', 'socket-removed', at(base), 'it no longer opens a socket');
  if (!isObject(before) && isObject(after))
    note(site, 'info', 'socket-added', at(next), 'it now opens a socket');
  if (!isObject(before) || !isObject(after)) return;
  for (const [side, one] of [
    ['client', site],
    ['server', answersTo(site)],
  ] as const) {
    const pair: Pair = [messagesOf(before, base, side), messagesOf(after, next, side)];
    compareSchemas({ ...one, where: `${side} message` }, pair);
  }
}

/** One direction's messages, as an object with a schema. */
function messagesOf(socket: Record<string, unknown>, { pointer }: Part, side: string): Part {
  return { value: { schema: socket[side] ?? true }, pointer: `${pointer}/${SOCKET}/${side}` };
}
