import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { readMcpTools } from './mcp-client.ts';

const schema = { type: 'object', properties: { number: { type: 'string' } } };
const outbound = createOutbound({ allowed: ['127.0.0.1'] });
let server: Server;
let url = '';
/** The server's response to a method; undefined for none. */
let respond: (method: string, params: Record<string, unknown>) => object;
/** Whether it responds with a stream that it does not end. */
let keepsOpen = false;
let sessions: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params } = JSON.parse(text);
    sessions.push(String(request.headers['mcp-session-id']));
    if (id === undefined) return response.writeHead(202).end();
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 's1' };
    const said = { jsonrpc: '2.0', id, ...respond(method, params) };
    if (keepsOpen) {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      const note = { jsonrpc: '2.0', method: 'notifications/message', params: {} };
      for (const message of [note, said]) response.write(`data: ${JSON.stringify(message)}\n\n`);
      return response;
    }
    return response.writeHead(200, headers).end(JSON.stringify(said));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outbound.close();
});

const read = () => readMcpTools(outbound, { url, timeoutMs: 3000 });
const greeting = { result: { serverInfo: { name: 'Orders' }, protocolVersion: '2025-03-26' } };

it('reads every page, in one session', async () => {
  respond = (method, params) => {
    if (method === 'initialize') return greeting;
    return params.cursor === undefined
      ? { result: { tools: [{ name: 'a', inputSchema: schema }], nextCursor: '2' } }
      : { result: { tools: [{ name: 'b', title: 'B' }, { nameless: true }] } };
  };
  sessions = [];
  expect(await read()).toEqual({
    server_name: 'Orders',
    tools: [
      { name: 'a', description: '', parameters: schema },
      { name: 'b', description: 'B', parameters: { type: 'object', properties: {} } },
    ],
  });
  expect(sessions).toEqual(['undefined', 's1', 's1', 's1']);
});

it('reports what a server does wrong', async () => {
  respond = () => ({ error: { code: -32600, message: 'not today' } });
  await expect(read()).rejects.toThrow('The server returned an error: not today');
  respond = (method) => (method === 'initialize' ? greeting : { result: { tools: 'none' } });
  await expect(read()).rejects.toThrow('The server returned no list of tools.');
});

it('does not wait for the end of a stream after the response', async () => {
  respond = (method) => (method === 'initialize' ? greeting : { result: { tools: [] } });
  keepsOpen = true;
  try {
    expect(await read()).toEqual({ server_name: 'Orders', tools: [] });
  } finally {
    keepsOpen = false;
  }
});

it('does not follow pages forever', async () => {
  const tools = Array.from({ length: 60 }, (_, index) => ({ name: `a${index}` }));
  const page = { tools, nextCursor: 'again' };
  respond = (method) => (method === 'initialize' ? greeting : { result: page });
  expect((await read()).tools).toHaveLength(500);
});
