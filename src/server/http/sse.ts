import type { FastifyReply } from 'fastify';

/** Interval of the comments that keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** A server-sent event. The id must not contain line breaks. */
export interface ServerEvent {
  id: string;
  type: string;
  data: unknown;
}

/** A stream of server-sent events. */
export interface EventStream {
  /** False while the client's buffer is full. Wait for `onDrain`. */
  readonly isWritable: boolean;
  /** Sends several events at once, because writing to the socket is the most expensive part. */
  send(events: readonly ServerEvent[]): void;
  /** Sends the last events and ends the stream. */
  end(events: readonly ServerEvent[]): void;
}

interface EventStreamEvents {
  /** The client can receive more events. */
  onDrain: () => void;
  /** The connection was closed, or the stream has ended. */
  onClose: () => void;
}

/**
 * Takes over the connection from Fastify and starts a stream. Sends the headers that hooks have set.
 */
export function openEventStream(reply: FastifyReply, events: EventStreamEvents): EventStream {
  reply.hijack();
  const { raw } = reply;
  const headers = Object.entries(reply.getHeaders());
  for (const [name, value] of headers) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'x-request-id': reply.request.id,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  // Don't delay small events.
  raw.socket?.setNoDelay(true);

  let isWritable = true;
  const beat = setInterval(() => {
    if (isWritable) isWritable = raw.write(': still here\n\n');
  }, HEARTBEAT_MS);
  raw.on('drain', () => {
    isWritable = true;
    events.onDrain();
  });
  raw.on('close', () => {
    isWritable = false;
    clearInterval(beat);
    events.onClose();
  });
  // The connection is broken, so there is nobody to notify.
  raw.on('error', () => raw.destroy());

  return {
    get isWritable() {
      return isWritable;
    },
    send(sent) {
      if (sent.length > 0) isWritable = raw.write(sent.map(written).join(''));
    },
    end(sent) {
      clearInterval(beat);
      raw.end(sent.map(written).join(''));
    },
  };
}

function written({ id, type, data }: ServerEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
