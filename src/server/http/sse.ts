import type { FastifyReply } from 'fastify';

/** Comments keep proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

/** A stream of server-sent events. */
export interface EventStream {
  /** False while the client takes no more: wait for `onDrain`. */
  readonly isWritable: boolean;
  /** Sends an event. The id must have no line breaks. */
  send(event: { id: string; type: string; data: unknown }): void;
  end(): void;
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
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
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
    send({ id, type, data }) {
      isWritable = raw.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end() {
      clearInterval(beat);
      raw.end();
    },
  };
}
