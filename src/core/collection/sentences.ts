/** A part of a text: `text.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
}

/** `Intl.Segmenter` copies its whole input for each segment, so long texts are segmented in windows. */
const WINDOW = 2048;
const WINDOW_MAX = 32_768;

const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Abbreviations that don't end a sentence, initials and ordinals ("3. Mai"). `Intl.Segmenter` doesn't know them. */
const ABBREVIATED =
  /(?:^|[\s("'“„«])(?:\p{L}|\d{1,2}|Dr|Mr|Mrs|Ms|Prof|St|Nr|No|Nos|Fig|Figs|Eq|Sec|Art|Abs|Vol|Ch|pp?|vs|ca|cf|al|approx|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|vgl|usw|inkl|Inc|Ltd|Co|Corp|Jr|Sr|Sra?|Dra?|Mme|Mlle|art|núm|pág)\.\s*$/u;
const LONGEST_ABBREVIATION = 12;

/**
 * The sentences of a text in any language, without the white space between them. Single line breaks don't end a sentence.
 * Takes linear time; a sentence of more than 32,768 characters is divided.
 */
export function* sentencesOf(text: string, start: number, end: number): Generator<Span> {
  let open: Span | undefined;
  for (const { start: from, end: to } of rawSentences(text, start, end)) {
    if (open !== undefined && isAbbreviated(text, open.end)) open.end = to;
    else {
      if (open !== undefined) yield* trimmed(text, open);
      open = { start: from, end: to };
    }
  }
  if (open !== undefined) yield* trimmed(text, open);
}

function* rawSentences(text: string, start: number, end: number): Generator<Span> {
  let size = WINDOW;
  for (let from = start; from < end; ) {
    const isLast = from + size >= end;
    const to = isLast ? end : from + size;
    const window = text.slice(from, to).replaceAll('\n', ' ');
    const starts = [];
    for (const segment of sentenceSegmenter.segment(window)) starts.push(from + segment.index);
    // The sentence cut off by the window is read again at the beginning of the next one.
    if (!isLast && starts.length === 1 && size < WINDOW_MAX) {
      size *= 4;
      continue;
    }
    const cut = isLast ? end : starts.length > 1 ? (starts.pop() ?? to) : gapBefore(text, from, to);
    for (const [index, at] of starts.entries()) yield { start: at, end: starts[index + 1] ?? cut };
    from = cut;
    size = WINDOW;
  }
}

function isAbbreviated(text: string, end: number): boolean {
  return ABBREVIATED.test(text.slice(Math.max(0, end - LONGEST_ABBREVIATION), end));
}

/** Where to divide a text without sentence boundaries: after the last white space, else between two graphemes. */
function gapBefore(text: string, from: number, to: number): number {
  for (let at = to; at > from + (to - from) / 2; at -= 1) {
    if (/\s/.test(text[at - 1] ?? '')) return at;
  }
  return graphemeStart(text, from, to);
}

const LONGEST_GRAPHEME = 64;

/** The last grapheme boundary up to `to`, unless the grapheme is absurdly long. */
function graphemeStart(text: string, from: number, to: number): number {
  const begin = wholeCharacter(text, Math.max(from + 1, to - LONGEST_GRAPHEME));
  const window = text.slice(begin, to + LONGEST_GRAPHEME);
  let last = begin;
  for (const { index } of graphemeSegmenter.segment(window)) {
    if (begin + index > to) break;
    last = begin + index;
  }
  return last > begin ? last : wholeCharacter(text, to);
}

/** Never between the halves of a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}

export function graphemesOf(text: string): Intl.Segments {
  return graphemeSegmenter.segment(text);
}

function* trimmed(text: string, { start, end }: Span): Generator<Span> {
  const content = text.slice(start, end);
  const from = start + content.length - content.trimStart().length;
  const to = start + content.trimEnd().length;
  if (to > from) yield { start: from, end: to };
}
