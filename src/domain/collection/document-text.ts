import type { Splittable } from '#core/collection/units.ts';
import type { Block, Extracted } from '#core/extract/extracted.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { DocumentFiles } from './collection.port.ts';
import type { DocumentRow } from './collection.tables.ts';

/** The text of a document is stored in segments, so that a page of it can be read without the rest. */
export interface Segment {
  /** The index of its first block. */
  first: number;
  blocks: (Block & { text: string })[];
}

/** The maximum blocks and characters per segment. A single block may be longer. */
const BLOCKS = 200;
const CHARACTERS = 200_000;

/** The files of a document's original, in order. */
export function partNames({ content, parts }: Pick<DocumentRow, 'content' | 'parts'>): string[] {
  return Array.from({ length: parts }, (_, part) => `original-${content}-${part}`);
}

/** The files of a document's text, in order. */
export function segmentNames({
  extracted,
  segments,
}: Pick<DocumentRow, 'extracted' | 'segments'>): string[] {
  return Array.from({ length: segments }, (_, segment) => `text-${extracted}-${segment}.json`);
}

/**
 * Deletes the files of earlier versions of a document. Later ones are kept: they are being written by whoever changes it
 * at the moment.
 */
export async function removeOldVersions(
  files: DocumentFiles,
  { id, content }: Pick<DocumentRow, 'id' | 'content'>,
): Promise<void> {
  await files.removeFiles(id, (name) => {
    const [, version] = /^(?:original|text)-(\d+)-/.exec(name) ?? [];
    return version !== undefined && Number(version) < content;
  });
}

/**
 * Stores the text of a document's current original.
 * @returns the number of segments
 */
export async function writeSegments(
  files: DocumentFiles,
  { id, content }: Pick<DocumentRow, 'id' | 'content'>,
  extracted: Extracted,
): Promise<number> {
  const segments = toSegments(extracted);
  const names = segmentNames({ extracted: content, segments: segments.length });
  for (const [at, segment] of segments.entries()) {
    await files.put(id, names[at] ?? '', new TextEncoder().encode(JSON.stringify(segment)));
  }
  return segments.length;
}

export async function readSegment(
  files: DocumentFiles,
  document: Pick<DocumentRow, 'id' | 'extracted' | 'segments'>,
  number: number,
): Promise<Segment> {
  const name = segmentNames(document)[number];
  if (name === undefined) return { first: 0, blocks: [] };
  return toSegment(await files.get(document.id, name));
}

/** Assembles the whole text from its segments, with the original gaps between blocks. */
export function joinSegments(segments: readonly Segment[]): Omit<Splittable, 'kind'> {
  const parts: string[] = [];
  const blocks: Block[] = [];
  let length = 0;
  for (const { text, ...block } of segments.flatMap((segment) => segment.blocks)) {
    parts.push('\n'.repeat(block.start - length), text);
    length = block.end;
    blocks.push(block);
  }
  return { text: parts.join(''), blocks };
}

export function toSegment(bytes: Uint8Array): Segment {
  return parseJson(new TextDecoder().decode(bytes)) as Segment;
}

function toSegments({ text, blocks }: Extracted): Segment[] {
  const segments: Segment[] = [];
  let current: Segment = { first: 0, blocks: [] };
  let size = 0;
  for (const [number, block] of blocks.entries()) {
    const length = block.end - block.start;
    if (current.blocks.length === BLOCKS || (size > 0 && size + length > CHARACTERS)) {
      segments.push(current);
      current = { first: number, blocks: [] };
      size = 0;
    }
    current.blocks.push({ ...block, text: text.slice(block.start, block.end) });
    size += length;
  }
  return current.blocks.length > 0 ? [...segments, current] : segments;
}
