import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SourceRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface SourceServer {
  /** Without a slash at the end. */
  url: string;
  /** All requests so far. */
  requests: SourceRequest[];
  close(): Promise<void>;
}

/** Serves on a free port of this machine, and records all requests. */
export async function serveSource(
  respond: (request: SourceRequest, response: ServerResponse) => void | Promise<void>,
): Promise<SourceServer> {
  const requests: SourceRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', headers } = incoming;
    const url = new URL(incoming.url ?? '/', `http://${headers.host}`);
    const request = { method, url, headers, body: await text(incoming) };
    requests.push(request);
    try {
      await respond(request, response);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
