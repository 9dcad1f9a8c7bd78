import type { Place } from '../extract/extracted.ts';
import { bestBreaks } from './best-breaks.ts';
import { regionsOf, type Splittable, type Unit } from './units.ts';

/** In o200k_base tokens. */
export interface SplitSettings {
  chunk_size: number;
  chunk_overlap: number;
}

export interface Chunk extends Place {
  position: number;
  /** UTF-16 offsets into the text of the document. */
  start: number;
  end: number;
  /** `text.slice(start, end)` of the document. */
  text: string;
  /** Exact to within a few tokens. */
  tokens: number;
}

/**
 * Splits a document into chunks of at most `chunk_size` tokens. A chunk never spans pages, sheets, slides or chapters.
 * Boundaries are at headings, paragraphs, items and rows, or else between sentences; only a sentence longer than a
 * chunk is divided. A chunk that begins within a section repeats the last whole sentences of the previous chunk, up to
 * `chunk_overlap` tokens. Takes linear time.
 */
export function split(document: Splittable, settings: SplitSettings): Chunk[] {
  const size = settings.chunk_size;
  // Larger overlaps would make chunks that are mostly repeated text.
  const overlap = Math.min(settings.chunk_overlap, Math.floor(size / 2));
  const chunks: Chunk[] = [];
  for (const units of regionsOf(document, size)) {
    for (const { from, begin, end } of bestBreaks(units, size, overlap)) {
      chunks.push(chunkOf(document.text, units.slice(from, end), begin - from, chunks.length));
    }
  }
  return chunks;
}

/** @param fresh the number of units that are repeated from the previous chunk */
function chunkOf(text: string, units: Unit[], fresh: number, position: number): Chunk {
  const start = units[0]?.start ?? 0;
  const end = units.at(-1)?.end ?? start;
  const own = units.slice(fresh);
  const content = own.filter((unit) => !unit.isHeading);
  const { page, sheet, slide } = (content[0] ?? own[0])?.block ?? {};
  return {
    position,
    start,
    end,
    text: text.slice(start, end),
    tokens: units.reduce((sum, unit) => sum + unit.gap + unit.tokens, -(units[0]?.gap ?? 0)),
    heading_path: commonPath(content.length > 0 ? content : own),
    ...(page !== undefined && { page }),
    ...(sheet !== undefined && { sheet }),
    ...(slide !== undefined && { slide }),
  };
}

/** The headings above the whole chunk. Headings inside it are in its text. */
function commonPath(units: Unit[]): string[] {
  let path = units[0]?.block.heading_path ?? [];
  for (const { block } of units) {
    if (block.heading_path === path) continue;
    const length = path.findIndex((heading, level) => heading !== block.heading_path[level]);
    if (length !== -1) path = path.slice(0, length);
  }
  return path;
}
