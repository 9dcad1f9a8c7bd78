/** The part of the runtime that reads streams, shared by task and chat clients. It is copied to the end of each. */
// ---- the client ----

/** Makes a stream continue after an event. */
export function resumeHeaders(lastEventId: string): Record<string, string> {
  return lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
}

/** The events of one connection; ends silently when it breaks. Leaving the loop closes it. */
export async function* readEvents(
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

/** A random key, so that a repeated request is served once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
