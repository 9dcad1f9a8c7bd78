import { type CitablePassage, checkCitations } from '#core/collection/cite/citations.ts';
import { readMarks } from '#core/collection/cite/marks.ts';
import type { ChatPassage } from '#generated/model/index.ts';
import type { StoredSection } from './compose.store.ts';

const MARKS_KEPT = 999;

/** Checks what a section cites, after each change of its text. The passages are numbered from 1. */
export function withCitations(
  section: Pick<StoredSection, 'id' | 'markdown' | 'is_unchanged' | 'passages'>,
): StoredSection {
  const { markdown, passages } = section;
  if (passages.length === 0) return { ...section, citations: [] };
  const citable: CitablePassage[] = [];
  for (const { number, chunk_id, page, ...passage } of passages)
    citable[number - 1] = { ...passage, chunks: [{ id: chunk_id, page, text: passage.text }] };
  // As if there were more passages: a `[9]` that somebody typed stays in the text, and cites nothing.
  citable.length = MARKS_KEPT;
  const { citations } = checkCitations({ type: 'text' }, markdown, citable);
  return { ...section, citations };
}

/** Keeps the passages that a text cites, and numbers them from 1 in the order of their first citation. */
export function renumbered(
  markdown: string,
  passages: readonly ChatPassage[],
): Pick<StoredSection, 'markdown' | 'passages'> {
  const most = Math.max(0, ...passages.map(({ number }) => number));
  const { text, marks } = readMarks(markdown, most);
  const cited = [...new Set(marks.flatMap(({ numbers }) => numbers))].flatMap(
    (number) => passages.find((passage) => passage.number === number) ?? [],
  );
  const numberOf = new Map(cited.map(({ number }, index) => [number, index + 1]));
  let from = 0;
  const parts = marks.map(({ start, end, numbers }) => {
    const known = numbers.flatMap((number) => numberOf.get(number) ?? []);
    const part = text.slice(from, start) + (known.length > 0 ? `[${known.join(', ')}]` : '');
    from = end;
    return part;
  });
  return {
    markdown: parts.join('') + text.slice(from),
    passages: cited.map((passage, index) => ({ ...passage, number: index + 1 })),
  };
}
