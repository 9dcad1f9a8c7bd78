import { isObject } from '#core/json/is-object.ts';
import { add, type Comparison, compareSchemas, type Operation, type Part } from './context.ts';

/** The extension that describes the messages of a WebSocket: what its clients send, and what the server sends. */
export const SOCKET = 'x-socket';

/** Compares the messages of an operation that opens sockets. Each message is an example of one direction's schema. */
export function compareSockets(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const [before, after] = [base.value[SOCKET], next.value[SOCKET]];
  const note = (level: 'breaking' | 'info', rule: string, { pointer }: Part, message: string) =>
    add(comparison, operation, {
      level,
      rule,
      pointer: `${pointer}/${SOCKET}`,
      direction: operation.sends,
      message,
    });
  if (isObject(before) && !isObject(after))
    note('breaking', 'socket-removed', base, 'it no longer opens a socket');
  if (!isObject(before) && isObject(after))
    note('info', 'socket-added', next, 'it now opens a socket');
  if (!isObject(before) || !isObject(after)) return;
  const sides = [
    ['client', operation.sends],
    ['server', operation.receives],
  ] as const;
  for (const [side, direction] of sides) {
    const pair: [Part, Part] = [messagesOf(before, base, side), messagesOf(after, next, side)];
    compareSchemas(comparison, operation, pair, { direction, where: `${side} message` });
  }
}

/** One direction's messages, as an object with a schema. */
function messagesOf(socket: Record<string, unknown>, { pointer }: Part, side: string): Part {
  return { value: { schema: socket[side] ?? true }, pointer: `${pointer}/${SOCKET}/${side}` };
}
