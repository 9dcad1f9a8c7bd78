import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getResponse } from 'msw';
import { widgetKeyIn } from '#core/widget-cors.ts';
import { websiteAccess } from '#domain/access/website-access.ts';
import { API_PREFIX } from '#domain/call.ts';
import { notFound } from '#domain/problem.ts';
import { mockHandlers } from './bind.ts';
import { createMockDomain, type MockDomain } from './domain.ts';
import { problemResponse } from './http/problem.ts';
import { type MockOptions, toPersona, toScenario } from './scenarios.ts';
import { seedWorld } from './seed/world.ts';
import { serveSockets } from './served-sockets.ts';
import { createStore, type Store } from './store.ts';

/** The mocks on a port. */
export interface ServedMocks {
  /** For example `http://localhost:4010`. */
  origin: string;
  store: Store;
  close(): Promise<void>;
}

const PORT = 4010;
const TOKEN_MS = 25;
/** msw throws on URLs longer than about 8 kB. No resource has such a path. */
const PATH_MAX = 8000;

/**
 * Serves the mocks over HTTP. Requests to the identity service without a token are made as the persona: all
 * callers share one browser session.
 * @param port 0 picks any free port
 */
export async function serveMocks(
  options: MockOptions & { port?: number } = {},
): Promise<ServedMocks> {
  const store = createStore(seedWorld(options), options.tokenMs ?? 0);
  const domain = createMockDomain(store);
  const { requests: handlers } = mockHandlers(store, domain);
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, domain, (request) => getResponse(handlers, request)).catch(
      (error: unknown) => {
        console.error(error);
        outgoing.destroy();
      },
    );
  });
  const endSockets = serveSockets(server, store, domain);
  await listen(server, options.port ?? 0);
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const close = () => {
    endSockets();
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin, store, close };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  domain: MockDomain,
  respond: (request: Request) => Promise<Response | undefined>,
): Promise<void> {
  for (const [name, value] of Object.entries(await corsHeaders(incoming, domain)))
    outgoing.setHeader(name, value);
  // A preflight. Any other OPTIONS is a request like others.
  if (incoming.method === 'OPTIONS' && incoming.headers.origin !== undefined) {
    outgoing.writeHead(204).end();
    return;
  }
  const request = await toRequest(incoming);
  const isLong = new URL(request.url).pathname.length > PATH_MAX;
  const response = (isLong ? undefined : await respond(request)) ?? problemResponse(notFound());
  response.headers.forEach((value, name) => {
    outgoing.appendHeader(name, value);
  });
  outgoing.writeHead(response.status);
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  outgoing.on('close', () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    outgoing.write(part.value);
  }
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  const method = incoming.method ?? 'GET';
  const takesBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(url, { method, headers, ...(takesBody ? { body } : {}) });
}

/** Allows a console on another port of this machine, and websites what widgets and projects allow them. */
async function corsHeaders(
  { url = '', headers }: IncomingMessage,
  domain: MockDomain,
): Promise<Record<string, string>> {
  const { origin } = headers;
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith(API_PREFIX) && origin) {
    const below = path.slice(API_PREFIX.length);
    const allowed = await websiteAccess(domain, below, origin);
    if (allowed) return { ...allowed.headers, ...allowed.preflight, vary: 'Origin' };
    if (widgetKeyIn(below)) return {};
  }
  if (!origin || !/^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    'Access-Control-Expose-Headers': 'ETag, Location, Retry-After, X-Request-Id',
    Vary: 'Origin',
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
}

if (import.meta.main) {
  const { env } = process;
  const persona = toPersona(env.MOCK_PERSONA) ?? 'owner';
  const scenario = toScenario(env.MOCK_SCENARIO) ?? 'normal';
  const port = Number(env.PORT ?? PORT);
  try {
    const { origin } = await serveMocks({ port, persona, scenario, tokenMs: TOKEN_MS });
    console.log(`Mocks (${scenario}, as ${persona}) at ${origin}/api/v1 and ${origin}/identity`);
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    console.error(taken ? `Port ${port} is in use. Set PORT to another one.` : error);
    process.exitCode = 1;
  }
}
