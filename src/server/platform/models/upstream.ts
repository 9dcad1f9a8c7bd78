import type { Readable } from 'node:stream';
import { Agent, type buildConnector, request } from 'undici';
import { unsendable } from '../outbound/headers.ts';
import type { SecretFilter } from './own/hide-secrets.ts';
import { noStream } from './server-words.ts';

/** Ten times the size of the longest outputs when streamed token by token. */
const RESPONSE_MAX_BYTES = 64 * 1024 * 1024;

/** A `fetch` for provider SDKs with shared keep-alive connections, and a function to close them. */
export interface Upstream {
  fetch: typeof globalThis.fetch;
  /** The same, without the secrets in what servers send back. */
  fetchWith(filter: SecretFilter): typeof globalThis.fetch;
  /** Closes the connections and aborts requests in progress. */
  close(): Promise<void>;
}

/**
 * Creates the pooled `fetch`. It supports what provider SDKs pass: a URL, method, plain headers, a text body and a
 * signal. It neither retries nor follows redirects (provider APIs have none).
 * @param maxBytes of a response; the request fails beyond it
 * @param connect refuses addresses that must not be reached
 */
export function createUpstream(
  maxBytes = RESPONSE_MAX_BYTES,
  connect?: buildConnector.connector,
): Upstream {
  const agent = new Agent({
    // Organisations share the runs that execute, and each run has one request at a time. With a limit here, one
    // organisation's runs could use all connections, and the others' would wait although they have a slot.
    connections: null,
    pipelining: 1,
    maxResponseSize: maxBytes,
    keepAliveTimeout: 30_000,
    connect: connect ?? { timeout: 10_000 },
    // A run has its own timeout (`timeout_seconds`) with a better message.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  async function pooledFetch(
    url: unknown,
    init: RequestInit = {},
    filter?: SecretFilter,
  ): Promise<Response> {
    const sent = (init.headers ?? {}) as Record<string, string>;
    const bad = unsendable(sent);
    if (bad !== undefined)
      throw new TypeError(`The header ${bad} contains characters that can't be sent`);
    const response = await request(String(url), {
      method: (init.method ?? 'GET') as 'GET' | 'POST',
      headers: sent,
      body: (init.body ?? null) as string | null,
      signal: init.signal ?? null,
      dispatcher: agent,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value === undefined) continue;
      const text = Array.isArray(value) ? value.join(', ') : value;
      headers.set(name, filter ? filter.text(text) : text);
    }
    // A text body costs a third of a web stream. Only event streams need to be streams.
    const type = headers.get('content-type') ?? '';
    // Amazon's streams are binary.
    const isBinary = type.includes('amazon.eventstream');
    const isStream = isBinary || type.includes('event-stream');
    const body = isStream ? toWebStream(response.body) : await readText(response.body, filter);
    if (typeof body === 'string' && response.statusCode < 300 && wantsStream(init))
      throw noStream(String(url), body, headers);
    const empty = response.statusCode === 204 || response.statusCode === 304;
    const shown =
      filter && typeof body !== 'string'
        ? isBinary
          ? filter.binaryStream(body)
          : filter.stream(body)
        : body;
    return new Response(empty ? null : shown, { status: response.statusCode, headers });
  }
  return {
    fetch: ((url, init) => pooledFetch(url, init)) as typeof globalThis.fetch,
    fetchWith: (filter) =>
      ((url, init) => pooledFetch(url, init, filter)) as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

async function readText(body: { text(): Promise<string> }, filter?: SecretFilter) {
  const text = await body.text();
  return filter ? filter.text(text) : text;
}

function wantsStream({ body }: RequestInit): boolean {
  return (
    typeof body === 'string' && /"stream":true[,}]/.test(body.slice(-200) + body.slice(0, 2000))
  );
}

/**
 * A body as a web stream. `Response` also accepts a Node stream, but then throws an uncatchable error if the stream is
 * cancelled at its very end.
 */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      body.on('data', (chunk: Buffer) => {
        if (!isOpen) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) body.pause();
      });
      body.on('end', () => {
        if (isOpen) controller.close();
        isOpen = false;
      });
      body.on('error', (error) => {
        if (isOpen) controller.error(error);
        isOpen = false;
      });
    },
    pull() {
      body.resume();
    },
    cancel() {
      isOpen = false;
      body.destroy();
    },
  });
}
