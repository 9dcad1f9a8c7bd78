/** How long the event loop is held at a time. */
const HOLD_MS = 10;
/** Levels at which lists and objects are written item by item: a project, its tasks, their revisions and cases. */
const LEVELS = 6;

/** Lets everything else have a turn. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A value of many megabytes as JSON, written without holding up anything else. */
export async function jsonInTurns(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let texts: string[] = [];
  let began = performance.now();

  function flush(): void {
    parts.push(encoder.encode(texts.join('')));
    texts = [];
  }
  async function write(inner: unknown, level: number): Promise<void> {
    if (level === LEVELS || typeof inner !== 'object' || inner === null)
      texts.push(JSON.stringify(inner) ?? 'null');
    else {
      const isList = Array.isArray(inner);
      texts.push(isList ? '[' : '{');
      let separator = '';
      for (const [key, item] of isList ? inner.entries() : Object.entries(inner)) {
        if (item === undefined && !isList) continue;
        texts.push(separator, isList ? '' : `${JSON.stringify(key)}:`);
        await write(item, level + 1);
        separator = ',';
      }
      texts.push(isList ? ']' : '}');
    }
    if (performance.now() - began < HOLD_MS) return;
    flush();
    await pause();
    began = performance.now();
  }

  await write(value, 0);
  flush();
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
