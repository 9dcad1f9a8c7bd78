import type { FastifyReply } from 'fastify';
import { EVENT_HEADERS, type Events, writtenEvent } from '#domain/events.ts';

/** Comments keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/**
 * Takes over the connection from Fastify and sends a stream as server-sent events, with the headers that hooks have set. Events are read only while the socket takes more; the stream's end closes it.
 */
export function sendEvents(reply: FastifyReply, events: Events): void {
  reply.hijack();
  const { raw } = reply;
  // The client left before the stream began, so no event would ever end it.
  if (raw.destroyed) return;
  const headers = Object.entries(reply.getHeaders());
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'x-request-id': reply.request.id,
    ...EVENT_HEADERS,
    'x-accel-buffering': 'no',
  });
  // Don't delay small events.
  raw.socket?.setNoDelay(true);

  let isWritable = true;
  let isScheduled = false;
  let isOver = false;
  const beat = setInterval(() => {
    // No heartbeats while data is waiting to be sent, because they would make a client that doesn't read look alive.
    if (raw.writableLength === 0) isWritable = raw.write(': still here\n\n');
  }, HEARTBEAT_MS);
  // What happens within one turn of the event loop is sent together.
  const unfollow = events.follow(() => {
    if (isScheduled || isOver) return;
    isScheduled = true;
    setImmediate(pump);
  });

  /** An error ends this stream alone. Nothing catches what is thrown in a timer or by a socket. */
  function pump(): void {
    isScheduled = false;
    if (isOver || !isWritable) return;
    try {
      sendNext();
    } catch (error) {
      reply.request.log.error({ err: error }, 'a stream failed');
      stop();
      raw.destroy();
    }
  }

  function sendNext(): void {
    const batch = events.read();
    const text = batch.events.map(writtenEvent).join('');
    if (batch.isOver) {
      stop();
      raw.end(text);
    } else if (text !== '') isWritable = raw.write(text);
  }

  function stop(): void {
    isOver = true;
    clearInterval(beat);
    unfollow();
  }

  raw.on('drain', () => {
    isWritable = true;
    pump();
  });
  raw.on('close', stop);
  // The connection is broken, so there is nobody to notify.
  raw.on('error', () => raw.destroy());
  pump();
}
