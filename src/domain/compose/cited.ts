import { type CitablePassage, checkCitations } from '#core/collection/cite/citations.ts';
import { readMarks } from '#core/collection/cite/marks.ts';
import { CITATIONS_CHECKED, PASSAGE_MAX } from '#core/compose/limits.ts';
import { pause } from '#core/datasource/pause.ts';
import type { ChatPassage } from '#generated/model/index.ts';
import type { StoredSection } from './compose.tables.ts';

const MARKS_KEPT = 999;

/** Checks the citations of a section after each change of its text. The passages are numbered from 1. */
export function withCitations(
  section: Pick<StoredSection, 'id' | 'markdown' | 'is_unchanged' | 'passages'>,
): StoredSection {
  const { markdown, passages } = section;
  if (passages.length === 0) return { ...section, citations: [] };
  const citable: CitablePassage[] = [];
  for (const { number, chunk_id, page, ...passage } of passages)
    citable[number - 1] = { ...passage, chunks: [{ id: chunk_id, page, text: passage.text }] };
  // Pretends that there are more passages, so that a `[9]` that someone typed stays in the text without citing
  // anything.
  citable.length = MARKS_KEPT;
  const { citations } = checkCitations({ type: 'text' }, beginning(markdown), citable);
  return { ...section, citations };
}

/** The text up to the last citation that is checked. */
function beginning(markdown: string): string {
  let count = 0;
  for (const { index } of markdown.matchAll(/\[\d/g)) {
    count += 1;
    if (count > CITATIONS_CHECKED) return markdown.slice(0, index);
  }
  return markdown;
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
    passages: cited.map((passage, index) => ({
      ...passage,
      number: index + 1,
      text: passage.text.slice(0, PASSAGE_MAX).toWellFormed(),
    })),
  };
}

/** A section's new text, with its passages if a model wrote it. */
export type SectionEdit = Pick<StoredSection, 'id' | 'markdown'> &
  Partial<Pick<StoredSection, 'passages'>>;

/** Sections whose citations have already been checked. */
export type CheckedSections = ReadonlyMap<string, StoredSection>;

/** Checks the citations of new texts before they are stored. Yields between texts, because each may take 50 ms. */
export async function checkEdits(
  sections: readonly StoredSection[],
  edits: readonly SectionEdit[],
): Promise<CheckedSections> {
  const known = new Map(sections.map((section) => [section.id, section]));
  const checked = new Map<string, StoredSection>();
  for (const { id, markdown, passages = known.get(id)?.passages ?? [] } of edits) {
    checked.set(id, withCitations({ id, markdown, passages, is_unchanged: false }));
    if (passages.length > 0) await pause();
  }
  return checked;
}

/** A section with a new text. Reuses the earlier check unless its passages have changed since. */
export function editedSection(
  { id, markdown, passages }: SectionEdit,
  before: StoredSection | undefined,
  checked: CheckedSections,
): StoredSection {
  const used = passages ?? before?.passages ?? [];
  const ready = checked.get(id);
  const isReady =
    ready?.markdown === markdown && JSON.stringify(ready.passages) === JSON.stringify(used);
  return isReady ? ready : withCitations({ id, markdown, is_unchanged: false, passages: used });
}
