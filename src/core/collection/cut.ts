import type { Block } from '../extract/extracted.ts';
import { countTokens } from './count-tokens.ts';
import { graphemesOf, type Span, sentencesOf, wholeCharacter } from './sentences.ts';

/** A part of a block that is never divided between chunks. */
export interface Piece extends Span {
  tokens: number;
  /** Tokens of the white space before it. */
  gap: number;
  /** The cost of a chunk break before this piece: higher where it separates related text. */
  cost: number;
  /** Whether it is a whole sentence or item, which the next chunk may repeat as overlap. */
  isSentence: boolean;
}

/** The cost of beginning a chunk with the next block, sentence, line and so on. A heading costs nothing. */
const COST = {
  block: 0.06,
  item: 0.1,
  sentence: 0.25,
  line: 1,
  clause: 1.3,
  word: 1.6,
  within: 2.5,
};

/** Text with more characters than this per allowed token is too long without counting. */
const CHARACTERS_PER_TOKEN_MAX = 128;
/** Characters of a piece of a word. Each is three tokens at most. */
const WORD_PART = 12;

/** Cuts blocks into pieces of at most `size` tokens, at the best available boundaries. */
export class Cutter {
  readonly #text: string;
  readonly #size: number;
  /** The end of the last piece. Only white space follows it before the next one. */
  #last = 0;

  constructor(text: string, size: number) {
    this.#text = text;
    this.#size = size;
  }

  *cut(block: Block, isAfterSame: boolean): Generator<Piece> {
    const first = block.kind === 'heading' ? 0 : isAfterSame ? COST.item : COST.block;
    let isFirst = true;
    for (const piece of this.#parts(block)) {
      if (isFirst) piece.cost = first;
      isFirst = false;
      yield piece;
    }
  }

  #parts(block: Block): Generator<Piece> {
    if (block.kind === 'table' || block.kind === 'code') return this.#level(1, block, COST.line);
    if (block.kind !== 'list') return this.#level(0, block, COST.sentence);
    return this.#lines(block);
  }

  /** Each line of an item counts as an item, because nested items are lines too. */
  *#lines(block: Span): Generator<Piece> {
    let isFirst = true;
    for (const line of linesIn(this.#text, block)) {
      for (const piece of this.#level(0, line, COST.sentence)) {
        if (isFirst) piece.cost = COST.item;
        isFirst = false;
        yield piece;
      }
      isFirst = true;
    }
  }

  /** Divides a span at one level; parts that are still too long are divided at the next level. */
  *#level(level: number, span: Span, cost: number): Generator<Piece> {
    const divide = LEVELS[level];
    for (const part of divide ? divide(this.#text, span) : this.#word(span)) {
      const tokens = divide ? this.#count(part) : this.#exact(part);
      if (tokens <= this.#size || divide === undefined) {
        const gap = this.#gap(part.start);
        this.#last = part.end;
        yield { ...part, tokens, gap, cost, isSentence: level === 0 };
      } else {
        const inner = [COST.line, COST.clause, COST.word, COST.within][level] ?? COST.within;
        let isFirst = true;
        for (const piece of this.#level(level + 1, part, inner)) {
          if (isFirst) piece.cost = cost;
          isFirst = false;
          yield piece;
        }
      }
    }
  }

  #count(part: Span): number {
    if (part.end - part.start > this.#size * CHARACTERS_PER_TOKEN_MAX) return Infinity;
    return this.#exact(part);
  }

  #exact({ start, end }: Span): number {
    return countTokens(this.#text.slice(start, end));
  }

  /** Tokenisers attach a single space to the word after it. */
  #gap(start: number): number {
    const gap = this.#text.slice(this.#last, start);
    if (gap.length < 2) return gap === '\n' ? 1 : 0;
    return gap === '\n\n' ? 1 : countTokens(gap);
  }

  /** Divides a word between graphemes. A grapheme that is itself too long is divided too. */
  *#word(span: Span): Generator<Span> {
    let start = span.start;
    for (let from = span.start; from < span.end; ) {
      const to = wholeCharacter(this.#text, Math.min(from + WINDOW, span.end));
      let end = from;
      for (const { segment, index } of graphemesOf(this.#text.slice(from, to))) {
        // The window may cut the last grapheme, unless it is all there is.
        const isCut = from + index + segment.length === to && to < span.end && index > 0;
        if (isCut) break;
        const at = from + index;
        if (at > start && at + segment.length - start > WORD_PART) {
          yield { start, end: at };
          start = at;
        }
        end = at + segment.length;
        while (end - start > WORD_PART * 2) {
          const cut = wholeCharacter(this.#text, start + WORD_PART);
          yield { start, end: cut };
          start = cut;
        }
      }
      from = end;
    }
    if (span.end > start) yield { start, end: span.end };
  }
}

const WINDOW = 1024;

/** Words, also split at Chinese and Japanese punctuation, because no space follows it. */
const WORD = /[^\s，；：、]+[，；：、]?|[，；：、]/gu;
const CLAUSE_END = /[,;:，；：、]$/;

/** The levels of division of long text: sentences, lines, clauses, words. */
const LEVELS: readonly ((text: string, span: Span) => Iterable<Span>)[] = [
  (text, { start, end }) => sentencesOf(text, start, end),
  linesIn,
  clausesIn,
  wordsIn,
];

/** Lines that aren't blank. Indentation belongs to the line. */
function* linesIn(text: string, { start, end }: Span): Generator<Span> {
  for (let from = start; from < end; ) {
    const found = text.indexOf('\n', from);
    const to = found === -1 || found >= end ? end : found + 1;
    const last = from + text.slice(from, to).trimEnd().length;
    if (last > from) yield { start: from, end: last };
    from = to;
  }
}

/** Groups words up to the next comma, semicolon or colon. */
function* clausesIn(text: string, span: Span): Generator<Span> {
  let open: Span | undefined;
  for (const word of wordsIn(text, span)) {
    open = { start: open?.start ?? word.start, end: word.end };
    if (!CLAUSE_END.test(text.slice(word.end - 1, word.end))) continue;
    yield open;
    open = undefined;
  }
  if (open !== undefined) yield open;
}

function* wordsIn(text: string, { start, end }: Span): Generator<Span> {
  for (const { 0: word, index } of text.slice(start, end).matchAll(WORD)) {
    yield { start: start + index, end: start + index + word.length };
  }
}
