import type { Exchange, Fault } from './notes-server.ts';

/** A fault in the responses of one operation. */
export const spoils = (operation: string, spoil: (exchange: Exchange) => void): Fault => ({
  after: (exchange) => {
    if (exchange.operation === operation) spoil(exchange);
  },
});
/** A fault only in its successful responses. */
export const spoilsSuccess = (operation: string, spoil: (exchange: Exchange) => void): Fault =>
  spoils(operation, (exchange) => {
    if (exchange.reply.status < 300) spoil(exchange);
  });
export const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
export const bodyWith = (name: string, value: unknown) => (exchange: Exchange) => {
  exchange.reply.body = { ...(exchange.reply.body as object), [name]: value };
};
/** A missing check for bodies that match. */
export const lets = (operation: string, holds: (body: unknown) => boolean): Fault => ({
  passes: (exchange) => exchange.operation === operation && holds(exchange.body),
});
export const letsQuery = (
  operation: string,
  holds: (query: URLSearchParams) => boolean,
): Fault => ({
  passes: (exchange) => exchange.operation === operation && holds(exchange.url.searchParams),
});
/** Rejects valid requests. */
export const refuses = (
  operation: string,
  holds: (exchange: Omit<Exchange, 'reply'>) => boolean,
): Fault => ({
  before: (exchange) =>
    exchange.operation === operation &&
    exchange.headers.authorization !== undefined &&
    holds(exchange)
      ? { status: 400, body: { title: 'No', status: 400 }, type: 'application/problem+json' }
      : undefined,
});
export const breaks = (operation: string, holds: (exchange: Exchange) => boolean): Fault =>
  spoils(operation, (exchange) => {
    if (holds(exchange))
      Object.assign(exchange.reply, { status: 500, body: { title: 'Broken', status: 500 } });
  });
export const titleHas = (text: string) => (exchange: Exchange) =>
  String(field(exchange.body, 'title')).includes(text);

/** A fault, and how it must be reported: by which rule, for which operation. */
export type SeededFault = [name: string, rule: string, operation: string, fault: Fault];
