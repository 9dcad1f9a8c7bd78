import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts';

interface McpCall {
  url: string;
  name: string;
  args: unknown;
  limits: { timeoutMs: number; maxBytes: number; signal: AbortSignal };
}

interface RpcAnswer {
  id?: unknown;
  result?: { content?: { type: string; text?: string }[]; isError?: boolean };
  error?: { message?: string };
}

const VERSION = '2025-06-18';

/** Calls a tool of an MCP server (streamable HTTP): a session, one call, and no more. */
export async function callMcpTool(outbound: Outbound, { url, name, args, limits }: McpCall) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (body: object) =>
    outbound.send({
      url,
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      ...limits,
    });
  const clientInfo = { name: 'taskloom', version: '1' };
  const hello = await send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: VERSION, capabilities: {}, clientInfo },
  });
  const greeted = readRpc(hello, 1);
  if (typeof greeted === 'string') return { reply: '', error: `The MCP server ${greeted}` };
  const session = hello.headers['mcp-session-id'];
  if (session) headers['mcp-session-id'] = session;
  headers['mcp-protocol-version'] = VERSION;
  await send({ method: 'notifications/initialized' });
  const called = readRpc(
    await send({ id: 2, method: 'tools/call', params: { name, arguments: args } }),
    2,
  );
  if (typeof called === 'string') return { reply: '', error: `The MCP server ${called}` };
  const texts = (called.content ?? []).map((part) =>
    part.type === 'text' ? (part.text ?? '') : `[${part.type}]`,
  );
  const text = texts.join('\n');
  return called.isError ? { reply: '', error: `${name}: ${text}` } : { reply: text, error: null };
}

/** The result of an answer that is JSON or a stream of events; why there is none, as text. */
function readRpc(answer: OutboundAnswer, id: number): NonNullable<RpcAnswer['result']> | string {
  const text = answer.body.toString('utf8').toWellFormed().replaceAll('\0', '');
  if (answer.status < 200 || answer.status > 299)
    return `answered with status ${answer.status}: ${text.slice(0, 300)}`;
  const isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream');
  const candidates = isStream
    ? text
        .split(/\r?\n\r?\n/)
        .map((event) => event.replace(/^(?!data:).*$/gm, '').replace(/^data: ?/gm, ''))
    : [text];
  for (const candidate of candidates) {
    const message = parse(candidate);
    if (message?.id !== id) continue;
    if (message.error) return `refused: ${message.error.message ?? 'it does not say why'}`;
    if (message.result) return message.result;
  }
  return 'answered something that is not MCP.';
}

function parse(text: string): RpcAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text.trim());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
