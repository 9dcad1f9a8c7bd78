import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** A request, as a server of a cloud received it. */
export interface CloudRequest {
  url: URL;
  headers: IncomingMessage['headers'];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a request
  body: any;
}

/** What the server sends: JSON, or the parts of a stream, already encoded. */
export type CloudReply =
  | { status?: number; headers?: Record<string, string>; json: unknown }
  | { type: string; parts: readonly (string | Buffer)[]; isCut?: boolean };

export interface CloudServer {
  url: string;
  requests: CloudRequest[];
  reply: (request: CloudRequest) => CloudReply;
  close(): Promise<void>;
}

/** A server that stands in for a cloud's model API: it records requests and sends what the test says. */
export async function startCloudServer(): Promise<CloudServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const seen = { url, headers: request.headers, text, body: JSON.parse(text || 'null') };
    fake.requests.push(seen);
    const reply = fake.reply(seen);
    if ('json' in reply) {
      const headers = { 'content-type': 'application/json', ...reply.headers };
      response.writeHead(reply.status ?? 200, headers).end(JSON.stringify(reply.json));
      return;
    }
    response.writeHead(200, { 'content-type': reply.type });
    for (const part of reply.parts) {
      // In two pieces, because the network cuts messages anywhere.
      const bytes = Buffer.from(part as string);
      const half = Math.floor(bytes.length / 2);
      response.write(bytes.subarray(0, half));
      await new Promise((resolve) => setImmediate(resolve));
      response.write(bytes.subarray(half));
    }
    if (reply.isCut) response.destroy();
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: CloudServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    reply: () => ({ status: 500, json: {} }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

/** Azure's event stream: JSON in server-sent events, and `[DONE]` at the end. */
export function azureStream(chunks: readonly object[]): CloudReply {
  const parts = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return { type: 'text/event-stream; charset=utf-8', parts: [...parts, 'data: [DONE]\n\n'] };
}

/**
 * Amazon's event stream: binary messages with headers, a payload and two checksums.
 * https://docs.aws.amazon.com/transcribe/latest/dg/streaming-setting-up.html#streaming-event-stream
 */
export function amazonStream(
  events: readonly (readonly [name: string, payload: object])[],
  { exception, isCut = false }: { exception?: readonly [string, object]; isCut?: boolean } = {},
): CloudReply {
  const parts = events.map(([name, payload]) => frame('event', name, payload));
  if (exception) parts.push(frame('exception', ...exception));
  return { type: 'application/vnd.amazon.eventstream', parts, isCut };
}

function frame(message: 'event' | 'exception', name: string, payload: object): Buffer {
  const headers = Buffer.concat([
    header(`:${message}-type`, name),
    header(':content-type', 'application/json'),
    header(':message-type', message),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + headers.length + body.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const whole = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([whole, checksum(whole)]);
}

/** A header with a text, which has type 7. */
function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
