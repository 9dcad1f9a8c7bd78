import type { Chunk } from './split.ts';

/** The longest gap that is closed. Only white space is left out between consecutive chunks. */
const GAP = 200;

/** Consecutive chunks of a document, joined into one text. */
export interface Joined<One extends Chunk> {
  /** Never empty; in order. */
  chunks: One[];
  text: string;
  /** Offsets into the document's text; `text` is exactly `end - start` characters long. */
  start: number;
  end: number;
}

/**
 * Joins chunks of one document that are adjacent or overlap.
 * @param chunks in any order
 * @returns in document order
 */
export function joinChunks<One extends Chunk>(chunks: readonly One[]): Joined<One>[] {
  const joined: Joined<One>[] = [];
  for (const chunk of chunks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    const before = last?.chunks.at(-1);
    const follows =
      last && before && chunk.position <= before.position + 1 && chunk.start - last.end <= GAP;
    if (!follows) {
      joined.push({ chunks: [chunk], text: chunk.text, start: chunk.start, end: chunk.end });
      continue;
    }
    last.chunks.push(chunk);
    const gap = '\n'.repeat(Math.max(0, chunk.start - last.end));
    last.text += gap + chunk.text.slice(Math.max(0, last.end - chunk.start));
    last.end = Math.max(last.end, chunk.end);
  }
  return joined;
}
