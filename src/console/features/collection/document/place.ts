import { formatMicros } from '#core/billing/money.ts';
import type { Chunk, DocumentBlock } from '#generated/model/index.ts';

type Place = Pick<DocumentBlock, 'page' | 'sheet' | 'slide'>;
/** A part of a document's text. */
export type Range = { start: number; end: number };

/** Where something is in its document: `Page 3`, `Sheet “Costs”`, `Slide 2`; null for documents without parts. */
export function placeText({ page, sheet, slide }: Place): string | null {
  if (page !== null) return `Page ${page}`;
  if (sheet !== null) return `Sheet “${sheet}”`;
  return slide === null ? null : `Slide ${slide}`;
}

/** The heading above a list item whose page, sheet or slide differs from the previous item's; null if it's the same. */
export function separatorOf(item: Place, before: Place | undefined): string | null {
  const place = placeText(item);
  return before && placeText(before) === place ? null : place;
}

export function overlaps(one: Range, other: Range): boolean {
  return one.start < other.end && other.start < one.end;
}

/**
 * The chunk that contains an offset, or the first one after it. Overlapping chunks repeat the end of the previous one.
 */
export function chunkAt(chunks: readonly Chunk[], offset: number): Chunk | undefined {
  return chunks.find(({ end }) => end > offset);
}

/**
 * A text in three parts: before, within and after a range of the document.
 * @param block the text and its place in the document
 * @returns the parts; `within` is empty when the range doesn't touch the text
 */
export function partsOf(block: Pick<DocumentBlock, 'text' | 'start' | 'end'>, range: Range | null) {
  if (!range || !overlaps(block, range)) return { before: block.text, within: '', after: '' };
  const from = Math.max(0, range.start - block.start);
  const to = Math.min(block.text.length, range.end - block.start);
  const { text } = block;
  return { before: text.slice(0, from), within: text.slice(from, to), after: text.slice(to) };
}

/** Characters of context loaded before a passage. */
const CONTEXT = 15_000;
const CONTEXT_PAGES = 3;

/** The offset to load a document's text from to show a passage: the beginning, unless the passage is far from it. */
export function originOf(target: { offset?: number; page?: number }) {
  if (target.offset !== undefined) return target.offset > CONTEXT ? { offset: target.offset } : {};
  if (target.page !== undefined) return target.page > CONTEXT_PAGES ? { page: target.page } : {};
  return {};
}

/** The index of the block to scroll to; -1 if it isn't loaded yet. */
export function blockIndex(
  blocks: readonly DocumentBlock[],
  target: { offset?: number; page?: number },
): number {
  const { offset, page } = target;
  if (offset !== undefined) return blocks.findIndex(({ end }) => end > offset);
  if (page !== undefined) return blocks.findIndex((block) => (block.page ?? 0) >= page);
  return -1;
}

/** The cost of embedding, from the tokens and the model's price per million: `about $0.02`; null if unknown. */
export function embeddingCost(tokens: number, price: number | null | undefined): string | null {
  if (price === null || price === undefined) return null;
  if (price === 0) return 'free';
  return `about ${formatMicros(Math.ceil((tokens * price) / 1_000_000))}`;
}
