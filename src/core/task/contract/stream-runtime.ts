import { pause } from './request-runtime.ts';

/** The part of the runtime that reads streams, shared by task and chat clients. It is copied to the end of each. */
// ---- the client ----

interface Followed<E> {
  /** @param headers make the stream continue after the last event */
  open: (headers: Record<string, string>) => Promise<Response>;
  /** Parses an event; undefined if it is to be ignored. */
  read: (data: string) => E | undefined;
  /** The type of the event that every connection begins with. */
  firstType: string;
  maxRetries: number;
  signal: AbortSignal | undefined;
}

/**
 * Follows a stream through lost connections, resuming each time after the last event. Ends when the connection was lost
 * repeatedly; callers leave the loop at the terminal event.
 */
export async function* followStream<E extends { type: string }>({
  open,
  read,
  firstType,
  maxRetries,
  signal,
}: Followed<E>): AsyncGenerator<E, void, undefined> {
  let lastEventId = '';
  let isStarted = false;
  for (let attempt = 0; attempt <= maxRetries; attempt += 1) {
    if (attempt > 0) await pause(undefined, attempt - 1, signal);
    const response = await open(lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId });
    for await (const message of readEvents(response, signal)) {
      const event = read(message.data);
      if (event === undefined) continue;
      if (message.id !== '') lastEventId = message.id;
      if (event.type !== firstType) attempt = 0;
      else if (isStarted) continue;
      isStarted = true;
      yield event;
    }
  }
}

/** The events of one connection; ends silently when it breaks. Leaving the loop closes it. */
async function* readEvents(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string; data: string }, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const chunk = await reader.read().catch(() => undefined);
      signal?.throwIfAborted();
      if (chunk === undefined || chunk.done) return;
      const blocks = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = readBlock(block);
        signal?.throwIfAborted();
        if (message.data !== '') yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): { id: string; data: string } {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  return { id: valuesOf('id').at(-1) ?? '', data: valuesOf('data').join('\n') };
}
