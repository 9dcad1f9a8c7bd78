import { sentencesOf } from '../sentences.ts';
import type { Mark } from './marks.ts';

/** A part of a text that cites passages. */
export interface Claim {
  start: number;
  end: number;
  /** Without the numbers. */
  text: string;
  /** Empty if the numbers that it had name no passage. */
  numbers: readonly number[];
  /** Whether it also cited something that does not exist. */
  isCut: boolean;
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Marks after these are not read, so that no output takes long. */
const MARKS_MAX = 500;

/**
 * The claims that marks belong to: the sentence that contains them, or what is between two of them; a mark after a
 * sentence belongs to it, and one at the start of a line to what follows.
 */
export function claimsIn(text: string, marks: readonly Mark[]): Claim[] {
  if (marks.length === 0) return [];
  const blank = withoutMarks(text, marks);
  const places = createPlaces(blank);
  const claims: Claim[] = [];
  let last: { claim: Claim; mark: Mark } | undefined;
  for (const mark of marks.slice(0, MARKS_MAX)) {
    const place = places.of(mark, last?.mark.end ?? 0);
    const isSame = place?.start === last?.claim.start && place?.end === last?.claim.end;
    const between = blank.slice(last?.mark.end ?? 0, mark.start);
    const isNext = !HAS_WORD.test(between) && !between.includes('\n');
    if (last && (!place || isSame || isNext)) {
      const numbers = [...new Set([...last.claim.numbers, ...mark.numbers])];
      Object.assign(last.claim, { numbers, isCut: last.claim.isCut || mark.isCut });
      last.mark = mark;
    } else if (place) {
      const { numbers, isCut } = mark;
      const claim = { ...place, text: blank.slice(place.start, place.end), numbers, isCut };
      claims.push(claim);
      last = { claim, mark };
    }
  }
  return claims;
}

/** The text with spaces instead of its marks, so that offsets stay the same. */
function withoutMarks(text: string, marks: readonly Mark[]): string {
  let blank = '';
  let from = 0;
  for (const { start, end } of marks) {
    blank += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return blank + text.slice(from);
}

interface Place {
  start: number;
  end: number;
}

/** Sentences of each line: claims don't go on in the next item of a list. */
export function* sentencesIn(text: string): Generator<Place> {
  for (const { index, 0: line } of text.matchAll(/[^\n]+/g))
    yield* sentencesOf(text, index, index + line.length);
}

/** Finds the places of claims, for marks in their order. */
function createPlaces(blank: string) {
  const sentences = [...sentencesIn(blank)];
  let next = 0;

  return {
    /** @param from where the previous mark ends */
    of(mark: Mark, from: number): Place | undefined {
      while ((sentences[next]?.end ?? Number.POSITIVE_INFINITY) <= mark.end) next += 1;
      const after = sentences[next];
      const before = after && after.start < mark.start ? after : sentences[next - 1];
      const line = blank.lastIndexOf('\n', mark.start - 1) + 1;
      const isFirst = !HAS_WORD.test(blank.slice(line, mark.start).replace(/^\s*\d+[.)]/, ''));
      const lineEnd = blank.indexOf('\n', mark.end);
      const isOnLine = after && (lineEnd < 0 || after.start < lineEnd);
      const sentence = isFirst && isOnLine ? after : (before ?? after);
      if (!sentence) return undefined;
      // Several marks in one sentence: each belongs to what is before it.
      const isSecond = from > sentence.start && from < sentence.end && mark.start > from;
      if (!isSecond) return sentence;
      const part = blank.slice(from, Math.min(mark.start, sentence.end));
      if (!HAS_WORD.test(part)) return undefined;
      const start = from + part.length - part.trimStart().length;
      return { start, end: from + part.trimEnd().length };
    },
  };
}
