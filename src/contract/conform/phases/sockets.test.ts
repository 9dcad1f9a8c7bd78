import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { conform } from '../../conform.ts';

const id = { type: 'string', minLength: 1, maxLength: 20 };
const message = (type: string, more: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: ['type', ...Object.keys(more)],
  properties: { type: { type: 'string', const: type }, ...more },
});
const room = { 'application/json': { schema: { type: 'object', properties: { id } } } };
const roomId = { name: 'roomId', in: 'path', required: true, schema: id };
const gone = { description: 'Unknown.' };

/** Rooms that are opened on a socket, which can be deleted. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/room': { post: { responses: { 201: { description: 'Created.', content: room } } } },
    '/room/{roomId}': {
      parameters: [roomId],
      get: { responses: { 200: { description: 'The room.', content: room }, 404: gone } },
      delete: { responses: { 204: { description: 'Deleted.' }, 404: gone } },
    },
    '/socket': {
      get: {
        'x-socket': {
          client: { oneOf: [message('hello'), message('open', { ref: id, room_id: id })] },
          server: {
            oneOf: [message('welcome'), message('opened', { ref: id }), message('refused')],
          },
        },
        responses: { 101: { description: 'A socket.' } },
      },
    },
  },
};

/** @param opened what it replies to a client that opens a room */
async function check(opened: (ref: string) => object, budgetMs = 20_000) {
  const rooms = new Set<string>();
  const opens: string[] = [];
  const server = createServer((request, response) => handle(rooms, request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { type, ref, room_id } = read(String(data));
      const isKnown = typeof room_id === 'string' && rooms.has(room_id);
      if (type === 'open' && isKnown) opens.push(String(ref));
      const reply = type === 'open' && isKnown ? opened(String(ref)) : { type: 'refused' };
      socket.send(JSON.stringify(type === 'hello' ? { type: 'welcome' } : reply));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { report: await conform(contract, { url, runs: 1, budgetMs }), opens };
  } finally {
    sockets.close();
    server.closeAllConnections();
    server.close();
  }
}

function handle(rooms: Set<string>, { method, url }: IncomingMessage, response: ServerResponse) {
  const name = url?.split('/')[2];
  const send = (status: number, body?: object) =>
    response
      .writeHead(status, body && { 'content-type': 'application/json' })
      .end(body && JSON.stringify(body));
  if (name === undefined && method !== 'POST') send(405);
  else if (name === undefined) {
    const made = `room${rooms.size + 1}x`;
    rooms.add(made);
    send(201, { id: made });
  } else if (!rooms.has(name)) send(404);
  else if (method === 'DELETE') send(rooms.delete(name) ? 204 : 404);
  else send(200, { id: name });
}

function read(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

it('opens a resource that exists, each time as a new request, and names what was never sent', async () => {
  const { report, opens } = await check((ref) => ({ type: 'opened', ref }));
  expect(opens.length).toBeGreaterThanOrEqual(3);
  expect(new Set(opens).size).toBe(opens.length);
  const socket = report.findings.filter(({ rule }) => rule.startsWith('socket'));
  expect(socket).toEqual([]);
  expect(report.data?.unseen).toEqual([]);
});

it('finds a reply that breaks the contract', async () => {
  const { report } = await check(() => ({ type: 'opened' }), 1000);
  expect(report.findings.map(({ rule }) => rule)).toContain('socket-schema');
});
