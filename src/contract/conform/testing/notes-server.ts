import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { notesContract } from './notes-contract.ts';

type Json = Record<string, unknown>;
interface Note extends Json {
  id: string;
}

interface Reply {
  status: number;
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** Sent instead of the body. */
  text?: string;
  hangs?: boolean;
  drops?: boolean;
}

/** The parts of one exchange that a fault can change. */
export interface Exchange {
  operation: string;
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
  text: string;
  notes: Map<string, Note>;
  reply: Reply;
}

/** A server's fault: it changes the response, or what happens before it. */
export interface Fault {
  after?(exchange: Exchange): void;
  /** Replaces the server's own check; true lets the request pass. */
  passes?(exchange: Omit<Exchange, 'reply'>): boolean;
  before?(exchange: Omit<Exchange, 'reply'>): Reply | undefined;
}

export const TOKEN = 'Bearer right';
/** That of another account, which sees no notes. */
const OTHER = 'Bearer other';

/** A server that implements the notes contract, apart from one fault. */
export async function startNotes(
  fault: Fault = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const handle = createNotes(fault);
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: fullFormats });
ajv.addSchema({ ...notesContract, $id: 'notes' });
const check = (name: string) =>
  ajv.getSchema(`notes#/components/schemas/${name}`) as ValidateFunction;

function createNotes(fault: Fault) {
  const notes = new Map<string, Note>();
  let last = 100;

  const problem = (status: number, title: string, headers = {}): Reply => ({
    status,
    body: { title, status },
    type: 'application/problem+json',
    headers,
  });

  function act(exchange: Omit<Exchange, 'reply'>): Reply {
    const { operation, url, body, method } = exchange;
    const [, , id = ''] = url.pathname.split('/');
    const note = notes.get(decoded(id));
    switch (operation) {
      case 'GET /health':
        return { status: 200, body: { ok: true } };
      case 'GET /notes':
        return page(url);
      case 'GET /search':
        return {
          status: 200,
          body: { results: [...notes.values()].slice(0, 3), next_cursor: null },
        };
      case 'POST /notes': {
        last += 1;
        const made: Note = {
          state: 'open',
          ...(body as Json),
          id: `note-${last}`,
          created_at: new Date().toISOString(),
        };
        notes.set(made.id, made);
        return { status: 201, body: made, headers: { location: `/notes/${made.id}` } };
      }
    }
    if (!note) return problem(404, 'None');
    if (operation.endsWith('/events')) {
      const events = [
        { type: 'seen', at: 1 },
        { type: 'end', at: 2 },
      ];
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      return { status: 200, text, type: 'text/event-stream' };
    }
    if (method === 'PATCH') Object.assign(note, body);
    if (method !== 'DELETE') return { status: 200, body: note };
    notes.delete(note.id);
    return { status: 204 };
  }

  function page(url: URL): Reply {
    const limit = Number(url.searchParams.get('limit') ?? 20);
    const state = url.searchParams.get('state');
    const start = Number(url.searchParams.get('cursor')?.slice(1) ?? 0);
    if (Number.isNaN(start)) return problem(400, 'Unknown cursor');
    const all = [...notes.values()].filter((note) => !state || note.state === state);
    const results = all.slice(start, start + limit);
    const next = start + limit < all.length ? `c${start + limit}` : null;
    const headers = { 'x-total-count': String(all.length) };
    return { status: 200, body: { results, next_cursor: next }, headers };
  }

  function refuse(exchange: Omit<Exchange, 'reply'>): Reply | undefined {
    const { operation, method, url, headers, body, text } = exchange;
    if (operation === '') return problem(404, 'Unknown path');
    const item =
      (notesContract.paths as Record<string, Json>)[operation.slice(operation.indexOf(' ') + 1)] ??
      {};
    const methods = Object.keys(item).filter((name) => name !== 'parameters');
    if (!methods.includes(method.toLowerCase()))
      return problem(405, 'Not that method', { allow: methods.join(', ').toUpperCase() });
    if (operation !== 'GET /health' && headers.authorization !== TOKEN)
      return headers.authorization === OTHER && operation.includes('{')
        ? problem(404, 'None')
        : problem(401, 'Nobody');
    if (fault.passes?.(exchange)) return undefined;
    const wrong = (title: string) => problem(400, title);
    const { searchParams: query } = url;
    if (operation === 'GET /notes') {
      const limit = query.get('limit');
      if (limit !== null && !/^([1-9]|[1-4][0-9]|50)$/.test(limit)) return wrong('limit');
      const state = query.get('state');
      if (state !== null && !['open', 'done'].includes(state)) return wrong('state');
      if ([...(query.get('cursor') ?? '')].length > 60) return wrong('cursor');
    }
    if (operation === 'GET /search') {
      const { length } = [...(query.get('q') ?? '')];
      if (length < 2 || length > 20) return wrong('q');
      const priorities = query.getAll('priority');
      if (priorities.length > 2 || !priorities.every((one) => /^[1-9]\d*$/.test(one)))
        return wrong('priority');
    }
    if (method !== 'POST' && method !== 'PATCH') return undefined;
    if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
      return text === '' ? wrong('body') : problem(415, 'Not JSON');
    if (body === undefined) return wrong('malformed');
    return check(method === 'POST' ? 'NoteCreate' : 'NotePatch')(body) ? undefined : wrong('body');
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? '/', 'http://x');
    const method = request.method ?? 'GET';
    const exchange = {
      operation: operationOf(method, url.pathname),
      method,
      url,
      headers: request.headers,
      body: parsed(text),
      text,
      notes,
    };
    const reply = fault.before?.(exchange) ?? refuse(exchange) ?? act(exchange);
    fault.after?.({ ...exchange, reply });
    if (reply.hangs) return;
    if (reply.drops) return void request.socket.destroy();
    const body = reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body));
    const type = reply.type ?? (body === '' ? undefined : 'application/json');
    response.writeHead(reply.status, { ...(type && { 'content-type': type }), ...reply.headers });
    response.end(body);
  };
}

function operationOf(method: string, path: string): string {
  const template = path.replace(/^\/notes\/[^/]+/, '/notes/{noteId}');
  return Object.hasOwn(notesContract.paths, template) ? `${method} ${template}` : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The decoded value of a path segment, or the segment itself if it cannot be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
