import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { gunzipSync, inflateSync } from 'node:zlib';

/** A request as sent over the wire. */
export interface WireRequest {
  method: string;
  /** Path and query, escaped. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** How long to watch a stream before closing it. */
  streamMs?: number;
  /** How long to wait for the response, if that is less than usual. */
  timeoutMs?: number;
}

export interface HttpResponse {
  kind: 'response';
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The response didn't end in time; the part that arrived is valid. */
  isCut: boolean;
}

/** No response that could be judged. */
export interface Trouble {
  kind: 'refused' | 'dropped' | 'timeout' | 'broken';
  message: string;
}

export type Outcome = HttpResponse | Trouble;

export type HttpClient = ReturnType<typeof createHttpClient>;

interface ClientOptions {
  origin: string;
  timeoutMs: number;
  concurrency: number;
}

const MOST_BYTES = 16 * 1024 * 1024;
/** A stream is watched for this long. */
const STREAM_MS = 4000;

/** Sends requests exactly as given: no redirects, and no extra headers except the necessary ones. */
export function createHttpClient({ origin, timeoutMs, concurrency }: ClientOptions) {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  const options = { keepAlive: true, maxSockets: concurrency + 1 };
  const agent = isTls ? new HttpsAgent(options) : new HttpAgent(options);
  const start = isTls ? requestHttps : requestHttp;
  let count = 0;

  function attempt(wire: WireRequest, fresh: boolean): Promise<Outcome & { wasReused?: boolean }> {
    count += 1;
    const { promise, resolve } = Promise.withResolvers<Outcome & { wasReused?: boolean }>();
    const { method, path, body } = wire;
    const headers: Record<string, string | number> = { ...wire.headers };
    if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
    let responded = false;
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(Object.assign(outcome, { wasReused: call.reusedSocket }));
    };
    const call = start({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers,
      agent: fresh ? false : agent,
    });
    const patience = Math.min(timeoutMs, wire.timeoutMs ?? timeoutMs);
    const timer = setTimeout(() => {
      const message = `no ${responded ? 'complete' : ''} response within ${patience} ms`;
      end({ kind: 'timeout', message: message.replace('  ', ' ') });
      call.destroy();
    }, patience);
    call.on('response', (response) => {
      responded = true;
      if (isStream(response)) clearTimeout(timer);
      readBody(response, call.destroy.bind(call), wire.streamMs).then(end);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (!responded) end(toTrouble(error));
    });
    call.end(body);
    return promise;
  }

  return {
    async send(wire: WireRequest): Promise<Outcome> {
      const first = await attempt(wire, false);
      // A kept-alive connection may close just as it is reused. That is not a fault.
      if (first.kind === 'dropped' && first.wasReused) return attempt(wire, true);
      return first;
    },
    close: () => agent.destroy(),
    /** How many requests were sent. */
    get count() {
      return count;
    },
  };
}

/** Responses that may never end; the part that has arrived is valid on its own. */
function isStream({ headers }: IncomingMessage): boolean {
  return /^text\/event-stream|ndjson|jsonl/.test(headers['content-type'] ?? '');
}

function toTrouble({ code = '', message }: NodeJS.ErrnoException): Trouble {
  if (code.startsWith('HPE_')) return { kind: 'broken', message: `invalid HTTP: ${message}` };
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code))
    return { kind: 'refused', message: `no connection: ${code}` };
  if (code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up/.test(message))
    return { kind: 'dropped', message: 'the connection was dropped before a response' };
  return { kind: 'broken', message };
}

async function readBody(
  response: IncomingMessage,
  stop: () => void,
  streamMs = STREAM_MS,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const chunks: Buffer[] = [];
  let size = 0;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  const end = (isCut: boolean) => {
    clearTimeout(timer);
    const text = decode(Buffer.concat(chunks), headers['content-encoding'], isCut);
    if (text === undefined)
      resolve({ kind: 'broken', message: `invalid ${headers['content-encoding']} body` });
    else resolve({ kind: 'response', status: response.statusCode ?? 0, headers, text, isCut });
  };
  const cut = () => {
    end(true);
    stop();
  };
  const timer = isStream(response) ? setTimeout(cut, streamMs) : undefined;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) cut();
  });
  response.on('end', () => end(false));
  const broken = () => {
    clearTimeout(timer);
    const length = headers['content-length'];
    const mismatch = length === undefined ? '' : ` (Content-Length says ${length})`;
    resolve({
      kind: 'dropped',
      message: `the connection was dropped after ${size} bytes of the response${mismatch}`,
    });
  };
  response.on('aborted', broken);
  response.on('error', broken);
  return promise;
}

function decode(body: Buffer, encoding: string | undefined, isCut: boolean): string | undefined {
  try {
    if (encoding === 'gzip' && !isCut) return gunzipSync(body).toString();
    if (encoding === 'deflate' && !isCut) return inflateSync(body).toString();
  } catch {
    return undefined;
  }
  return body.toString();
}
