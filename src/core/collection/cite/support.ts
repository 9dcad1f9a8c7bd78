import { searchableText } from '../words.ts';
import { LIST_MARKER, sentencesIn } from './claims.ts';

/**
 * Normalises a text for comparison: ignores case, styles of quotation marks and spaces, emphasis, and citation marks.
 */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([]\d+(?:[,;\s-]+\d+)*[)\]]/g, ' ')
    .replace(/[“”„«»"‘’‚'`*_#|]/g, '')
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

const QUOTATION = /["“”„«]([^"“”„«»]{2,}?)["”“»]/gu;
/** Shorter quotations are taken for names or terms. */
const QUOTED_CHARACTERS = 12;

/** The verbatim quotations in a claim. */
export function quotationsIn(claim: string): string[] {
  return [...claim.matchAll(QUOTATION)].flatMap(([, inner = '']) => {
    const quote = inner.trim();
    return quote.length >= QUOTED_CHARACTERS || quote.split(/\s+/).length > 2 ? [quote] : [];
  });
}

/** Whether a text contains a quotation, which may have omissions: “…”. */
export function stands(quote: string, text: string): boolean {
  return standsIn(quote, normalised(text));
}

function standsIn(quote: string, whole: string): boolean {
  const parts = quote
    .split(/\[?(?:…|\.{3})\]?/)
    .map((part) => normalised(part).replace(/[.,;:!?]+$/, ''))
    .filter((part) => part !== '');
  let from = 0;
  for (const part of parts) {
    // Any text contains single letters.
    if (parts.length > 1 && part.length < PART_LEAST && /^[\p{sc=Latn}\p{N}\s]*$/u.test(part))
      return false;
    const at = wordsAt(part, whole, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return parts.length > 0;
}

const PART_LEAST = 4;
/** Scripts that separate words by spaces. */
const SPACED = /[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{N}]/u;

/** Finds words in a text as whole words: “able to return” isn't in “unable to return”. */
function wordsAt(words: string, whole: string, from: number): number {
  for (let at = whole.indexOf(words, from); at >= 0; at = whole.indexOf(words, at + 1)) {
    const isWithin = (one: number, other: number) =>
      SPACED.test(whole[one] ?? '') && SPACED.test(whole[other] ?? '');
    const end = at + words.length;
    if (!isWithin(at - 1, at) && !isWithin(end - 1, end)) return at;
  }
  return -1;
}

const FIGURE = /\d+(?:[.,:'\u00a0\u202f ]\d+)*/g;

/** The digits of each number, ignoring digit grouping. */
function figuresIn(text: string): Set<string> {
  const figures = text.normalize('NFKC').matchAll(FIGURE);
  return new Set([...figures].map(([figure]) => figure.replace(/\D/g, '')));
}

const STEM = 4;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

/** The longer words of a text, cut to a prefix as a crude stem. */
function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of searchableText(text).toLowerCase().matchAll(WORD))
    if (word.length > 3 || !/^\p{sc=Latn}/u.test(word)) stems.add(word.slice(0, STEM));
  return stems;
}

/** A passage, prepared for comparing claims with it. */
export interface Comparable {
  text: string;
  whole: string;
  figures: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

export function toComparable(text: string): Comparable {
  return { text, whole: normalised(text), figures: figuresIn(text), stems: stemsOf(text) };
}

const SHARED_LEAST = 1 / 2;
const QUOTE_MAX = 500;

/** How well a cited passage supports a claim. */
export interface Support {
  /** The quotation from the passage, or the passage's closest sentence; null if there is neither. */
  quote: string | null;
  supported: boolean;
}

/**
 * Compares a claim with one of the passages that it cites.
 * @param all all passages that the claim cites: each number and quotation must be in one of them, the words in all of
 * them together
 */
export function supportOf(
  sentence: string,
  passage: Comparable,
  all: readonly Comparable[],
): Support {
  const claim = sentence.replace(LIST_MARKER, '');
  const figures = figuresIn(claim);
  const hasFigures = [...figures].every((figure) => all.some((one) => one.figures.has(figure)));
  const quotations = quotationsIn(claim);
  const own = quotations.find((quote) => standsIn(quote, passage.whole));
  const areQuoted = quotations.every((quote) => all.some(({ whole }) => standsIn(quote, whole)));
  if (quotations.length > 0 && (own !== undefined || !areQuoted)) {
    const supported = own !== undefined && areQuoted && hasFigures;
    return { quote: own?.slice(0, QUOTE_MAX) ?? null, supported };
  }
  const stems = stemsOf(claim);
  const together = new Set(all.flatMap((one) => [...one.stems]));
  const least = stems.size * SHARED_LEAST;
  const hasWords =
    shared(stems, together) >= least && shared(stems, passage.stems) >= least / all.length;
  const supported = areQuoted && hasFigures && hasWords;
  return { quote: closest(stems, figures, passage.text), supported };
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const one of some) if (others.has(one)) count += 1;
  return count;
}

function closest(
  stems: ReadonlySet<string>,
  figures: ReadonlySet<string>,
  passage: string,
): string | null {
  let best: string | null = null;
  let most = 0;
  for (const { start, end } of sentencesIn(passage)) {
    const sentence = passage.slice(start, end);
    const score = shared(stemsOf(sentence), stems) + shared(figuresIn(sentence), figures);
    if (score <= most) continue;
    most = score;
    best = sentence.slice(0, QUOTE_MAX);
  }
  return best;
}
