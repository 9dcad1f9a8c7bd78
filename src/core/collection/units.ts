import type { Block, Extracted, Place } from '../extract/extracted.ts';
import { Cutter, type Piece } from './cut.ts';

/** A piece and the block that it is of. */
/** What of a document decides how it is split. */
export type Splittable = Pick<Extracted, 'kind' | 'text' | 'blocks'>;

export interface Unit extends Piece {
  block: Block;
  isHeading: boolean;
  /** The boundaries that chunks never cross: page, sheet, slide, chapter. */
  region: string;
}

function* unitsOf({ kind, text, blocks }: Splittable, size: number): Generator<Unit> {
  const cutter = new Cutter(text, size);
  let last: Unit | undefined;
  let before: Block | undefined;
  for (const block of withGaps(text, blocks)) {
    const isAfterSame = before?.kind === block.kind && block.kind !== 'paragraph';
    const isHeading = block.kind === 'heading';
    const region = regionOf(block, kind === 'epub');
    for (const piece of cutter.cut(block, isAfterSame)) {
      const unit: Unit = { ...piece, block, isHeading, region };
      if (last !== undefined && canJoin(last, unit, size)) {
        last.end = unit.end;
        last.tokens += unit.gap + unit.tokens;
        continue;
      }
      if (last !== undefined) yield last;
      last = unit;
    }
    before = block;
  }
  if (last !== undefined) yield last;
}

/** Tiny pieces are merged, because there can be millions of them. */
function canJoin(last: Unit, next: Unit, size: number): boolean {
  return (
    last.tokens + next.gap + next.tokens <= size / 32 &&
    last.isHeading === next.isHeading &&
    last.region === next.region &&
    isSameSection(last, next)
  );
}

/** The blocks, and any text between them. */
function* withGaps(text: string, blocks: readonly Block[]): Generator<Block> {
  let end = 0;
  let place: Place = { heading_path: [] };
  for (const block of blocks) {
    if (text.slice(end, block.start).trim() !== '')
      yield { ...place, kind: 'paragraph', start: end, end: block.start };
    yield block;
    const { start: _, end: last, kind: __, ...rest } = block;
    [end, place] = [last, rest];
  }
  if (text.slice(end).trim() !== '')
    yield { ...place, kind: 'paragraph', start: end, end: text.length };
}

function regionOf({ page, sheet, slide, heading_path }: Place, isBook: boolean): string {
  return [page, slide, sheet, isBook ? heading_path[0] : ''].join('/');
}

/** Whether two units are below the same headings. */
export function isSameSection({ block: one }: Unit, { block: other }: Unit): boolean {
  const [a, b] = [one.heading_path, other.heading_path];
  return a === b || (a.length === b.length && a.every((heading, level) => heading === b[level]));
}

/** The units of each region of the document. */
export function* regionsOf(document: Splittable, size: number): Generator<Unit[]> {
  let open: Unit[] = [];
  for (const unit of unitsOf(document, size)) {
    if (open[0] !== undefined && open[0].region !== unit.region) {
      const headings = trailingHeadings(open, unit);
      yield open;
      open = headings;
    }
    open.push(unit);
  }
  if (open.length > 0) yield open;
}

/** Removes the headings at the bottom of a page, because their section begins on the next one. */
function trailingHeadings(units: Unit[], next: Unit): Unit[] {
  if (next.block.page === undefined || next.isHeading) return [];
  const last = units.findLastIndex((unit) => !unit.isHeading);
  if (last === -1) return [];
  const headings = units.splice(last + 1);
  for (const heading of headings) heading.region = next.region;
  return headings;
}
