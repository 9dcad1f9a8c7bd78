import { cleanText } from '../assist/clean-text.ts';
import { SECTION_MAX } from './limits.ts';

/** A section that a model should write. */
export interface SectionTarget {
  id: string;
  heading: string;
}

/** A section that a model has written, with its heading. */
export interface WrittenSection {
  id: string;
  markdown: string;
}

export interface ReadSections {
  written: WrittenSection[];
  /** The sections that nothing in the output matched. */
  missing: string[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
/** The most sections of an article. Sections beyond them in a model's output are ignored. */
const PARTS_MAX = 200;

/**
 * Finds the sections in a model's Markdown by their second-level headings. If every section is there, headings that
 * were reworded or translated are matched by position.
 * @param isCutOff whether the model was stopped at its maximum length, so that the last section is incomplete
 */
export function readSections(
  text: string,
  targets: readonly SectionTarget[],
  { isCutOff = false }: { isCutOff?: boolean } = {},
): ReadSections {
  const parts = partsOf(cleanText(text), targets);
  const whole = isCutOff ? parts.slice(0, -1) : parts;
  const usable = whole.filter(({ body }) => body !== '' && body.length <= SECTION_MAX);
  const byHeading = matchHeadings(usable, targets);
  const isInOrder = targets.every(({ id }, index) => {
    const part = byHeading.get(id);
    return part === undefined || part === usable[index];
  });
  const isComplete = [whole, usable].every(({ length }) => length === targets.length);
  const bodies = targets.map(
    ({ id }, index) => byHeading.get(id) ?? (isComplete && isInOrder ? usable[index] : undefined),
  );
  const written = targets.flatMap(({ id, heading }, index) => {
    const body = bodies[index]?.body;
    return body === undefined ? [] : [{ id, markdown: `## ${heading.trim()}\n\n${body}` }];
  });
  const found = new Set(written.map(({ id }) => id));
  return { written, missing: targets.flatMap(({ id }) => (found.has(id) ? [] : [id])) };
}

interface Part {
  heading: string | null;
  /** The text below the heading. */
  body: string;
}

/** The first part with each heading. */
function matchHeadings(
  parts: readonly Part[],
  targets: readonly SectionTarget[],
): Map<string, Part> {
  const left = Map.groupBy(parts, ({ heading }) => comparable(heading ?? ''));
  return new Map(
    targets.flatMap(({ id, heading }): [string, Part][] => {
      const part = left.get(comparable(heading))?.shift();
      return part ? [[id, part]] : [];
    }),
  );
}

/** Splits Markdown at its second-level headings. Text before the first is dropped, unless the only section lacks its heading. */
function partsOf(text: string, targets: readonly SectionTarget[]): Part[] {
  const lines = text.split('\n');
  const level = targets.length === 1 ? undefined : splitLevel(lines);
  const parts: { heading: string | null; level: number; lines: string[] }[] = [
    { heading: null, level: 0, lines: [] },
  ];
  forEachLine(lines, (line, isCode) => {
    const heading = isCode ? undefined : headingOf(line);
    const isStart =
      heading !== undefined &&
      (level === undefined ? isOnlyHeading(parts, heading) : heading.level === level);
    if (isStart && parts.length <= PARTS_MAX)
      parts.push({ heading: heading.text, level: heading.level, lines: [] });
    else parts.at(-1)?.lines.push(line);
  });
  const found = parts.map(({ lines: own, ...part }) => ({ ...part, body: own.join('\n').trim() }));
  const [before, ...rest] = found;
  const [target, ...others] = targets;
  if (!target || others.length > 0) return rest;
  // Some models continue with the next section.
  const isThere = rest.some(
    ({ heading, level, body }) =>
      level === 2 && body !== '' && comparable(heading ?? '') === comparable(target.heading),
  );
  if (isThere) return rest;
  // A single section may lack its heading, or have one of another level. Further headings are parts of it.
  const own = before?.body ? found : rest;
  const body = own
    .map((part, index) => (index === 0 ? part.body : `### ${part.heading}\n\n${part.body}`.trim()))
    .join('\n\n');
  return [{ heading: target.heading, body }];
}

/** The first heading in the output for a single section, unless text comes before it. */
function isOnlyHeading(
  parts: readonly { lines: readonly string[] }[],
  { level }: { level: number },
): boolean {
  const isFirst = parts.length === 1 && parts[0]?.lines.every((line) => line.trim() === '');
  return isFirst === true || level === 2;
}

/**
 * The heading level of sections: the highest level that occurs more than once, because some models don't use the one
 * asked for.
 */
function splitLevel(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  forEachLine(lines, (line, isCode) => {
    const level = isCode ? undefined : headingOf(line)?.level;
    if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
  });
  if (counts.has(2)) return 2;
  return [1, 3].find((level) => (counts.get(level) ?? 0) > 1) ?? 2;
}

function headingOf(line: string): { level: number; text: string } | undefined {
  const [, marks = '', text = ''] = HEADING.exec(line) ?? [];
  return marks === '' ? undefined : { level: marks.length, text };
}

/** Returns a function that tells whether a line is in fenced code, where `#` isn't a heading. */
function forEachLine(
  lines: readonly string[],
  visit: (line: string, isCode: boolean) => void,
): void {
  let fence: string | undefined;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      visit(line, mark !== undefined);
      if (mark !== undefined) fence = mark;
    } else {
      visit(line, true);
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length)
        fence = undefined;
    }
  }
}

/** Normalises a heading for comparison: lower case, without numbering, markup and punctuation. */
function comparable(heading: string): string {
  return heading
    .slice(0, 500)
    .replace(/^\s*(?:section\s+)?\d{1,2}(?:\.\d{1,2})*[.):]?\s+/i, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
