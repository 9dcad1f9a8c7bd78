import { sentencesOf } from '../sentences.ts';
import type { Mark } from './marks.ts';

/** A claim: a part of the text with the passages that it cites. */
export interface Claim {
  start: number;
  end: number;
  /** Without citation marks. */
  text: string;
  /** The cited passages; empty if none of them exist. */
  numbers: readonly number[];
  /** Whether it also cited passages that don't exist. */
  isCut: boolean;
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Further marks are ignored, to bound the time. */
const MARKS_MAX = 500;

/**
 * Finds the claim of each mark: the sentence around it, or the text since the previous mark. A mark after a sentence
 * belongs to that sentence; a mark at the start of a line belongs to the text after it.
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

/** Sentences are found line by line, because a claim never spans two list items. */
export function* sentencesIn(text: string): Generator<Place> {
  for (const { index, 0: line } of text.matchAll(/[^\n]+/g))
    yield* sentencesOf(text, index, index + line.length);
}

/** Finds the positions of claims. Marks must be passed in order. */
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
      // With several marks in one sentence, each belongs to the text before it.
      const isSecond = from > sentence.start && from < sentence.end && mark.start > from;
      if (!isSecond) return sentence;
      const part = blank.slice(from, Math.min(mark.start, sentence.end));
      if (!HAS_WORD.test(part)) return undefined;
      const start = from + part.length - part.trimStart().length;
      return { start, end: from + part.trimEnd().length };
    },
  };
}
