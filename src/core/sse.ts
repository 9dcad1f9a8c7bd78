/** A server-sent event; `data` may have several lines. */
export interface SseEvent {
  /** The id of this event or of the latest event with one; '' if there was none. */
  id: string;
  event: string;
  data: string;
}

/** Serialises an event. Line breaks in `id` and `event` are removed, since they would end the field. */
export function encodeEvent({
  id,
  event,
  data,
}: {
  id?: string;
  event?: string;
  data: string;
}): string {
  let text = '';
  if (id !== undefined) text += `id: ${oneLine(id)}\n`;
  if (event !== undefined) text += `event: ${oneLine(event)}\n`;
  for (const line of data.split(/\r\n|\r|\n/)) text += `data: ${line}\n`;
  return `${text}\n`;
}

/**
 * Parses a stream in chunks, as the HTML standard specifies; chunks may end anywhere. The library eventsource-parser drops
 * the ids of events without data, so a stream can't be resumed after them.
 */
export interface SseParser {
  /** Takes the next chunk and returns the events that it completes. */
  push(chunk: string): SseEvent[];
  /** Milliseconds to wait before reconnecting, if the server set it. */
  readonly retry: number | undefined;
}

/** A parser for one stream. An event cut off by the end of the stream is dropped. */
export function createSseParser(lastEventId = ''): SseParser {
  let buffer = '';
  let first = true;
  let skipNewline = false;
  let retry: number | undefined;
  let id = lastEventId;
  let event = '';
  let data: string[] = [];

  function field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }

  function dispatch(): SseEvent | undefined {
    const found =
      data.length > 0 ? { id, event: event || 'message', data: data.join('\n') } : undefined;
    event = '';
    data = [];
    return found;
  }

  function push(chunk: string): SseEvent[] {
    let text = chunk;
    if (first && text !== '') {
      first = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    // A CR ends a line immediately; the LF of a CRLF may be in the next chunk.
    if (skipNewline && text !== '') {
      skipNewline = false;
      if (text.startsWith('\n')) text = text.slice(1);
    }
    const events: SseEvent[] = [];
    let from = 0;
    for (const match of text.matchAll(/\r\n|\r|\n/g)) {
      const line = buffer + text.slice(from, match.index);
      buffer = '';
      from = match.index + match[0].length;
      if (line !== '') {
        field(line);
        continue;
      }
      const found = dispatch();
      if (found) events.push(found);
    }
    skipNewline = text.endsWith('\r');
    buffer += text.slice(from);
    return events;
  }

  return {
    push,
    get retry() {
      return retry;
    },
  };
}

/** The events of a byte stream. Stopping the iteration cancels the stream. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  parser: SseParser = createSseParser(),
): AsyncGenerator<SseEvent, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]/g, '');
}
