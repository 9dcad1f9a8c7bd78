import { EVENT_HEADERS, type Events, type FileBody, writtenEvent } from '#domain/events.ts';
import { CUT_AFTER, type Faults, isOffline } from '../faults.ts';

/** Sends a stream as server-sent events, as fast as the client reads; some faults break it off. */
export function eventsResponse(events: Events, faults: Faults): Response {
  const { stream: fault } = faults;
  const encoder = new TextEncoder();
  let sent = 0;
  let wake = () => {};
  const unfollow = events.follow(() => wake());
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const batch = events.read();
        const left = fault === 'cut' || fault === 'drop' ? CUT_AFTER - sent : undefined;
        const lost = isOffline(faults);
        const shown = lost ? [] : batch.events.slice(0, left);
        sent += shown.length;
        for (const event of shown) controller.enqueue(encoder.encode(writtenEvent(event)));
        if (lost || (shown.length < batch.events.length && fault === 'drop')) {
          unfollow();
          controller.error(
            new TypeError(lost ? 'Offline' : 'The mocks are set to drop the connection.'),
          );
          return;
        }
        if (batch.isOver || shown.length < batch.events.length) {
          unfollow();
          controller.close();
          return;
        }
        if (shown.length > 0) return;
        await changed;
      }
    },
    cancel: () => unfollow(),
  });
  return new Response(body, { headers: EVENT_HEADERS });
}

/** The content of a file, read as the client consumes it. */
export function fileStream({ content }: FileBody): BodyInit {
  if (typeof content === 'string') return content;
  const encoder = new TextEncoder();
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel: async () => void (await pieces.return?.()),
  });
}
