import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

/** A `fetch` for provider SDKs over connections that are kept and shared, and how to let them go. */
export interface Upstream {
  fetch: typeof globalThis.fetch;
  /** Ends the connections; what is under way is cut. */
  close(): Promise<void>;
}

/**
 * Makes the pooled `fetch`. It takes what provider SDKs pass: a URL, method, plain headers, a text body and a
 * signal. Nothing is retried and no redirect is followed (a provider's API has none).
 * @param connections at most so many to one origin; more requests wait
 */
export function createUpstream(connections = 256): Upstream {
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 10_000 },
    // A run has its own clock (`timeout_seconds`), which says better what happened.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  async function pooledFetch(url: unknown, init: RequestInit = {}): Promise<Response> {
    const answer = await request(String(url), {
      method: (init.method ?? 'GET') as 'GET' | 'POST',
      headers: init.headers as Record<string, string>,
      body: (init.body ?? null) as string | null,
      signal: init.signal ?? null,
      dispatcher: agent,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    // A text body costs a third of what a web stream costs; only event streams need to be streams.
    const isStream = (headers.get('content-type') ?? '').includes('event-stream');
    const body = isStream ? toWebStream(answer.body) : await answer.body.text();
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(empty ? null : body, { status: answer.statusCode, headers });
  }
  return {
    fetch: pooledFetch as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

/**
 * A body as a web stream. `Response` takes a node stream too, but then throws where nobody can catch it when the
 * stream is cancelled at its very end.
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
