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

/** The number or bullet of a list item, which isn't part of the claim. */
export const LIST_MARKER = /^\s*(?:\d+[.)]|[-*•+])\s/;

/** Further marks are ignored, to bound the time. */
const MARKS_MAX = 500;

/**
 * Finds the claim of each mark: the sentence around it. With several marks in one sentence, each belongs to the text before
 * it, or to the text after it if the sentence begins with a mark. A mark after a sentence belongs to that sentence; a mark
 * at the start of a line belongs to the text after it.
 */
export function claimsIn(text: string, marks: readonly Mark[]): Claim[] {
  if (marks.length === 0) return [];
  const blank = withoutMarks(text, marks);
  const sentenceOf = createPlaces(blank);
  /** Adjacent marks, by sentence. */
  const sentences: { sentence: Place; groups: Group[] }[] = [];
  let last: Group | undefined;
  for (const mark of marks.slice(0, MARKS_MAX)) {
    const sentence = sentenceOf(mark);
    const between = blank.slice(last?.end ?? 0, mark.start);
    const isNext = !HAS_WORD.test(between) && (!sentence || !between.includes('\n'));
    if (last && isNext) {
      last.end = mark.end;
      last.marks.push(mark);
    } else if (sentence) {
      last = { start: mark.start, end: mark.end, marks: [mark] };
      const current = sentences.at(-1);
      if (current?.sentence.start === sentence.start) current.groups.push(last);
      else sentences.push({ sentence, groups: [last] });
    }
  }
  return sentences.flatMap(({ sentence, groups }) =>
    partsOf(blank, sentence, groups).map(({ start, end }, index) => {
      const own = groups[index]?.marks ?? [];
      return {
        start,
        end,
        text: blank.slice(start, end),
        numbers: [...new Set(own.flatMap(({ numbers }) => numbers))],
        isCut: own.some(({ isCut }) => isCut),
      };
    }),
  );
}

/** Adjacent marks. */
interface Group extends Place {
  marks: Mark[];
}

/** The part of the sentence that each group of marks belongs to. */
function partsOf(blank: string, sentence: Place, groups: readonly Group[]): Place[] {
  if (groups.length < 2) return [sentence];
  const isLed = !HAS_WORD.test(blank.slice(sentence.start, groups[0]?.start));
  return groups.map((group, index) => {
    const next = groups[index + 1];
    const from = isLed ? group.start : (groups[index - 1]?.end ?? sentence.start);
    const start = index === 0 ? sentence.start : from;
    const to = isLed ? next?.start : group.end;
    const end = next ? (to ?? sentence.end) : sentence.end;
    const part = blank.slice(start, end);
    const words = part.search(HAS_WORD);
    // Punctuation between two parts belongs to neither.
    return { start: start + (index === 0 || isLed || words < 0 ? 0 : words), end };
  });
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

/** Finds the sentences of marks. Marks must be passed in order. */
function createPlaces(blank: string): (mark: Mark) => Place | undefined {
  const sentences = [...sentencesIn(blank)];
  let next = 0;
  return (mark) => {
    while ((sentences[next]?.end ?? Number.POSITIVE_INFINITY) <= mark.end) next += 1;
    const after = sentences[next];
    const before = after && after.start < mark.start ? after : sentences[next - 1];
    const line = blank.lastIndexOf('\n', mark.start - 1) + 1;
    const isFirst = !HAS_WORD.test(blank.slice(line, mark.start).replace(LIST_MARKER, ''));
    const lineEnd = blank.indexOf('\n', mark.end);
    const isOnLine = after && (lineEnd < 0 || after.start < lineEnd);
    return isFirst && isOnLine ? after : (before ?? after);
  };
}
