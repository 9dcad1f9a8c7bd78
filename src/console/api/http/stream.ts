import { pause } from '#core/async/abort.ts';
import { createSseParser, readEvents } from '#core/sse.ts';
import { ApiError, isApiError } from '../api-error.ts';
import { retryDelay } from './retry-delay.ts';
import { send } from './send.ts';

export type StreamEvent<E> = { id: string; event: string; data: E };

type StreamRequest = { path: string; init?: RequestInit };

export type StreamOptions<E> = StreamRequest & {
  /**
   * How to resume after the connection was lost before the terminal event. `Last-Event-ID` is added.
   * @returns null when the stream cannot be resumed
   */
  resume: (lastEventId: string) => StreamRequest | null;
  isTerminal: (event: StreamEvent<E>) => boolean;
  signal: AbortSignal;
  /** The connection was lost; this attempt (counted from 1) is about to start. */
  onReconnect?: (attempt: number) => void;
};

/** Consecutive attempts without an event before the stream is abandoned. */
const maxFailures = 8;

/**
 * Reads a stream of JSON events to its terminal event, reconnecting when the connection breaks.
 * @throws ApiError when the first request or resuming is refused, or the connection does not come back;
 *   AbortError when `signal` aborted
 */
export async function* openStream<E>(options: StreamOptions<E>): AsyncGenerator<StreamEvent<E>> {
  const { resume, isTerminal, signal, onReconnect } = options;
  let request: StreamRequest = options;
  let lastEventId = '';
  let failures = 0;
  let opened = false;

  for (;;) {
    const parser = createSseParser(lastEventId);
    let lost: unknown = null;
    try {
      const response = await send(
        request.path,
        withStreamHeaders(request.init, lastEventId, signal),
      );
      opened = true;
      if (!response.body) throw new ApiError({ status: 0 });
      for await (const { id, event, data } of readEvents(response.body, parser)) {
        lastEventId = id;
        failures = 0;
        const parsed = { id, event, data: JSON.parse(data) as E };
        yield parsed;
        if (isTerminal(parsed)) return;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!opened || (isApiError(error) && isFinal(error.status))) throw error;
      lost = error;
    }
    const next = resume(lastEventId);
    failures += 1;
    if (next === null || failures > maxFailures) throw lost ?? new ApiError({ status: 0 });
    onReconnect?.(failures);
    await pause(parser.retry ?? retryDelay(failures - 1), signal);
    request = next;
  }
}

/** Whether a retry would fail in the same way. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

function withStreamHeaders(init: RequestInit = {}, lastEventId: string, signal: AbortSignal) {
  const headers = new Headers(init.headers);
  headers.set('accept', 'text/event-stream, application/problem+json');
  if (lastEventId !== '') headers.set('last-event-id', lastEventId);
  return { ...init, headers, signal, cache: 'no-store' } satisfies RequestInit;
}
