import { createSseParser, type SseEvent } from '#core/sse.ts';

/** Parses the events of a stream, as far as it was read; `tail` is the unfinished rest. */
export function eventsIn(text: string): { events: SseEvent[]; tail: string } {
  const events = createSseParser().push(text);
  const tail = text.split(/\r\n\r\n|\n\n|\r\r/).at(-1) ?? '';
  return { events, tail };
}
