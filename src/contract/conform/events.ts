import { createSseParser, type SseEvent } from '#core/sse.ts';

/** The events of a stream, as far as it was read, and what was left over at its end. */
export function eventsIn(text: string): { events: SseEvent[]; tail: string } {
  const events = createSseParser().push(text);
  const tail = text.split(/\r\n\r\n|\n\n|\r\r/).at(-1) ?? '';
  return { events, tail };
}
