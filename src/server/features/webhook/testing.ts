import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

/** A request that reached a receiver. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A webhook receiver on this machine that responds as the test specifies. */
export async function startReceiver() {
  const received: Received[] = [];
  let reply: (response: ServerResponse) => void = (response) => response.end('ok');
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      reply(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Sets how it responds from now on. */
    respond(how: (response: ServerResponse) => void) {
      reply = how;
    },
    status(status: number) {
      reply = (response) => void response.writeHead(status).end(`status ${status}`);
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Verifies a request as a receiver would, following only the documentation. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  const isFresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
  return isFresh && String(headers['webhook-signature']).split(' ').includes(expected);
}

/** Polls until it is true. The limit is generous, for busy machines. */
export const eventually = <T>(what: () => T) => expect.poll(what, { timeout: 15_000 });
