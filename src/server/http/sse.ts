import type { FastifyReply } from 'fastify';

/** Comments keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** A server-sent event. The id must have no line breaks. */
export interface ServerEvent {
  id: string;
  type: string;
  data: unknown;
}

/** A stream of server-sent events. */
export interface EventStream {
  /** False while the client takes no more: wait for `onDrain`. */
  readonly isWritable: boolean;
  /** Sends events together: writing to a socket costs more than all else here. */
  send(events: readonly ServerEvent[]): void;
  /** Sends the last events. */
  end(events: readonly ServerEvent[]): void;
}

interface EventStreamEvents {
  /** The client takes more again. */
  onDrain: () => void;
  /** The connection is gone, or the stream was ended. */
  onClose: () => void;
}

/**
 * Takes the connection over from Fastify and begins a stream on it. The headers that hooks have set are sent.
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
  // Small events must not wait for each other.
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
  // A connection that breaks is closed; there is nobody left to tell.
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
