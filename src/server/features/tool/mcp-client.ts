import { isObject } from '#core/json/is-object.ts';
import { tryJson } from '#core/json/parse-json.ts';
import { createSseParser } from '#core/sse.ts';
import type { ToolCredential } from '#domain/tool/tool.port.ts';
import type { McpServerTools, McpTool } from '#generated/model/index.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts';
import { REDIRECTS, RESPONSE_MAX_BYTES, RemoteFailure, textOf } from './remote-response.ts';

export interface McpServerAt {
  url: string;
  credential?: ToolCredential | undefined;
  /** The limit for all requests of a session together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

interface RpcMessage {
  id?: unknown;
  result?: unknown;
  error?: { message?: unknown };
}

const VERSION = '2025-06-18';
const TOOLS_MAX = 500;

/**
 * Calls a tool of an MCP server (streamable HTTP) and returns its result as text.
 * @throws RemoteFailure, OutboundError
 */
export async function callMcpTool(
  outbound: Outbound,
  server: McpServerAt,
  call: { name: string; arguments: unknown },
): Promise<string> {
  const ask = await openSession(outbound, server);
  const result = (await ask('tools/call', call)) as {
    content?: { type?: unknown; text?: unknown }[];
    structuredContent?: unknown;
    isError?: unknown;
  };
  const parts = Array.isArray(result.content) ? result.content : [];
  const texts = parts.map(({ type, text }) => (typeof text === 'string' ? text : `[${type}]`));
  if (result.isError === true)
    throw new RemoteFailure(`The tool returned an error: ${texts.join('\n')}`);
  if (texts.length > 0) return texts.join('\n');
  return JSON.stringify(result.structuredContent ?? null);
}

/**
 * Lists an MCP server's tools.
 * @throws RemoteFailure, OutboundError
 */
export async function readMcpTools(
  outbound: Outbound,
  server: McpServerAt,
): Promise<McpServerTools> {
  const ask = await openSession(outbound, server);
  const tools: McpTool[] = [];
  let cursor: unknown;
  do {
    const page = (await ask('tools/list', cursor === undefined ? {} : { cursor })) as {
      tools?: unknown;
      nextCursor?: unknown;
    };
    if (!Array.isArray(page.tools))
      throw new RemoteFailure('The server returned no list of tools.');
    tools.push(...page.tools.flatMap(toTool));
    cursor = page.tools.length > 0 ? page.nextCursor : undefined;
  } while (typeof cursor === 'string' && tools.length < TOOLS_MAX);
  return { server_name: ask.serverName, tools: tools.slice(0, TOOLS_MAX) };
}

function toTool(value: unknown): McpTool[] {
  if (!isObject(value) || typeof value.name !== 'string') return [];
  const { name, description, title, inputSchema } = value;
  const said = [description, title].find((text) => typeof text === 'string' && text !== '');
  const parameters = isObject(inputSchema) ? inputSchema : { type: 'object', properties: {} };
  return [{ name, description: typeof said === 'string' ? said : '', parameters }];
}

/** Initialises the session; returns a function that sends requests. */
async function openSession(outbound: Outbound, server: McpServerAt) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': 'Taskloom-Tools/1',
    ...(server.credential && { authorization: server.credential.authorization }),
  };
  const end = performance.now() + server.timeoutMs;
  let lastId = 0;

  const send = (body: object, isAll?: (part: Buffer) => boolean) =>
    outbound.send({
      url: server.url,
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      timeoutMs: Math.max(1, Math.round(end - performance.now())),
      maxBytes: RESPONSE_MAX_BYTES,
      redirects: REDIRECTS,
      ...(server.credential && { isTrusted: server.credential.isFor }),
      ...(isAll && { isAll }),
      ...(server.signal && { signal: server.signal }),
    });
  const request = async (method: string, params: object) => {
    lastId += 1;
    const id = lastId;
    const response = await send({ id, method, params }, hasResponse(id));
    return { response, result: resultOf(response, id) };
  };

  const clientInfo = { name: 'taskloom', version: '1' };
  const hello = { protocolVersion: VERSION, capabilities: {}, clientInfo };
  const { response, result } = await request('initialize', hello);
  const session = response.headers['mcp-session-id'];
  if (session) headers['mcp-session-id'] = session;
  const { protocolVersion, serverInfo } = result;
  headers['mcp-protocol-version'] = typeof protocolVersion === 'string' ? protocolVersion : VERSION;
  await send({ method: 'notifications/initialized' });
  const name = isObject(serverInfo) ? serverInfo.name : undefined;
  const ask = async (method: string, params: object) => (await request(method, params)).result;
  return Object.assign(ask, { serverName: typeof name === 'string' ? name : null });
}

/** Whether a stream contains the response to a request; a server may keep the stream open afterwards. */
function hasResponse(id: number): (part: Buffer) => boolean {
  const parser = createSseParser();
  const decoder = new TextDecoder();
  return (part) => {
    const events = parser.push(decoder.decode(part, { stream: true }));
    return events.some(({ data }) => responseTo(id, data) !== undefined);
  };
}

/** The response to a request; undefined for other messages, such as a request by the server with the same id. */
function responseTo(id: number, text: string): RpcMessage | undefined {
  const message = parse(text);
  const isResponse = message?.id === id && (message.error || isObject(message.result));
  return isResponse ? message : undefined;
}

/** The result in a response that is JSON or an event stream. */
function resultOf(response: OutboundResponse, id: number): Record<string, unknown> {
  const text = textOf(response);
  const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
  // The stream may end without the blank line after its last event.
  const candidates = isStream
    ? createSseParser()
        .push(`${text}\n\n`)
        .map(({ data }) => data)
    : [text];
  for (const candidate of candidates) {
    const message = responseTo(id, candidate);
    if (message?.error) {
      const why = message.error.message;
      throw new RemoteFailure(
        `The server returned an error: ${typeof why === 'string' ? why : 'no reason given'}`,
      );
    }
    if (isObject(message?.result)) return message.result;
  }
  throw new RemoteFailure("The response isn't valid MCP.");
}

function parse(text: string): RpcMessage | undefined {
  const value = tryJson(text);
  return isObject(value) ? value : undefined;
}
