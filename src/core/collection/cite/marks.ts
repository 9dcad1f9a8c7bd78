import { BracketReader, CLOSERS, OPENERS } from './bracket.ts';
import { CodeReader } from './code-reader.ts';

/** A citation mark: passage numbers in brackets, as models write them: `[1]`, `[2, 3]`, `[1-3]`, `【1】` or `[^1]`. */
export interface Mark {
  /** Its range in the shown text; empty if the whole mark was removed. */
  start: number;
  end: number;
  /** The numbers of existing passages, without duplicates. */
  numbers: readonly number[];
  /** Whether it also contained numbers of passages that don't exist. */
  isCut: boolean;
}

/** The maximum length of a mark. A longer row of numbers is removed. */
const MARK_MAX = 256;
/** The maximum white space before a mark that is removed with it. */
const SPACES_MAX = 4;
/** The characters of a row of numbers that is too long. */
const INNER = /[\d,;\s\u2013\u2014-]/;
/** Marks that are shown unchanged; others are rewritten as `[1, 2]`. */
const PLAIN = /^\[[\d,;\s\u2013\u2014-]*\]$/;
/** The target of a Markdown link. Models link marks to URLs that they invent. */
const LINK = /^\(\s*<?(?:[a-z][a-z\d+.-]*:|[#/]|\.{1,2}\/|www\.)\S*(?:\s.*)?\)$/i;
const LINK_MAX = 300;

/**
 * Reads a text character by character as it is streamed, and removes citations of passages that don't exist. A mark and
 * the space before it are held back until the mark is complete; everything else is passed on at once. Brackets in code are
 * left alone: see `CodeReader`.
 */
export class MarkReader {
  readonly marks: Mark[] = [];
  readonly #count: number;
  readonly #code = new CodeReader((char, raw, isCode) => {
    this.#out += isCode ? this.#inCode(char, raw) : this.#take(char, raw);
  });
  /** The raw text that can be shown now. */
  #out = '';
  #shown = 0;
  /** The held-back text: an incomplete mark and the space before it. */
  #spaces = '';
  #open = '';
  /** The same in its raw form. */
  #rawSpaces = '';
  #rawOpen = '';
  #bracket: BracketReader | undefined;
  /** The text in parentheses after a mark, held back until it is clear whether it is the target of a link. */
  #link: [char: string, raw: string][] = [];
  #isAfterMark = false;
  #isSkipping = false;
  /** Whether the space was before a removed mark. It is kept if another mark follows. */
  #isOrphaned = false;
  /** How many characters ago a bracket was shown that the next characters could turn into a mark; 0 if there is none. */
  #unclosed = 0;

  /** @param count how many passages there are */
  constructor(count: number) {
    this.#count = count;
  }

  /**
   * Takes the next character.
   * @param raw its raw form, such as an escape sequence in JSON
   * @returns the text that can be shown now, in its raw form
   */
  next(char: string, raw = char): string {
    this.#code.next(char, raw);
    return this.#released();
  }

  /** Ends the text. A mark that was begun is dropped, because nobody knows which number it would have become. */
  end(): string {
    this.#code.end();
    this.#out += this.#endLinks();
    this.#dropSpaces();
    const isNumber = this.#bracket?.hasDigits() === true;
    if (isNumber) this.#open = this.#rawOpen = '';
    this.#out += this.#flush();
    if (isNumber && this.#unclosed > 0) this.#out += this.#show('…', '…');
    return this.#released();
  }

  #released(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  #inCode(char: string, raw: string): string {
    const before = this.#endLinks();
    this.#isSkipping = this.#isAfterMark = false;
    this.#bracket = undefined;
    this.#dropSpaces();
    return before + this.#flush() + this.#show(char, raw);
  }

  #take(char: string, raw: string): string {
    if (this.#isSkipping) {
      if (char === '\n') return this.#flush() + this.#show(char, raw);
      if (char !== ']' && INNER.test(char)) return '';
      this.#isSkipping = false;
      if (char === ']') return this.#removed();
    }
    if (this.#link.length > 0 || (this.#isAfterMark && char === '('))
      return this.#inLink(char, raw);
    this.#isAfterMark = false;
    if (this.#open !== '') return this.#within(char, raw);
    if (char === '\\' || OPENERS.includes(char)) return this.#begin(char, raw);
    this.#dropSpaces();
    if (char !== ' ') return this.#flush() + this.#show(char, raw);
    const before = this.#spaces.length === SPACES_MAX ? this.#flush() : '';
    this.#spaces += char;
    this.#rawSpaces += raw;
    return before;
  }

  #begin(char: string, raw: string): string {
    this.#open = char;
    this.#rawOpen = raw;
    if (char === '\\') return '';
    this.#bracket = new BracketReader();
    this.#isOrphaned = false;
    return '';
  }

  #within(char: string, raw: string): string {
    if (!this.#bracket) {
      // A backslash before a bracket belongs to it, unless there is another one before.
      if (char === '\\') {
        this.#dropSpaces();
        return this.#flush() + this.#show(char, raw);
      }
      if (!OPENERS.includes(char)) return this.#noMark(char, raw);
      const [backslash, rawBackslash] = [this.#open, this.#rawOpen];
      this.#begin(char, raw);
      this.#open = backslash + char;
      this.#rawOpen = rawBackslash + raw;
      return '';
    }
    const verdict = this.#bracket.next(char);
    if (verdict === 'other') return this.#noMark(char, raw);
    this.#open += char;
    this.#rawOpen += raw;
    if (verdict === 'closed') return this.#close(this.#bracket.numbers());
    if (this.#open.length <= MARK_MAX) return '';
    this.#isSkipping = true;
    this.#open = this.#rawOpen = '';
    this.#bracket = undefined;
    return '';
  }

  #noMark(char: string, raw: string): string {
    this.#bracket = undefined;
    this.#dropSpaces();
    const before = this.#flush();
    return before + this.#take(char, raw);
  }

  #close(named: readonly number[] | undefined): string {
    this.#bracket = undefined;
    if (!named) return this.#flush();
    this.#isAfterMark = true;
    const numbers = [...new Set(named)].filter((one) => one >= 1 && one <= this.#count);
    const isCut = numbers.length < new Set(named).size;
    // Inline code ends with its line, so line breaks are kept.
    const lines = this.#open.split('\n').length - 1;
    const rawLine = this.#rawOpen.includes('\n') ? '\n' : '\\n';
    const rest = () => this.#show('\n'.repeat(lines), rawLine.repeat(lines));
    if (numbers.length === 0) return this.#removed() + (lines > 0 ? rest() : '');
    const isPlain = !isCut && PLAIN.test(this.#open);
    if (!isPlain) this.#open = this.#rawOpen = `[${numbers.join(', ')}]`;
    const start = this.#shown + this.#spaces.length;
    this.marks.push({ start, end: start + this.#open.length, numbers, isCut });
    return this.#flush() + (isPlain ? '' : rest());
  }

  #removed(): string {
    this.#open = this.#rawOpen = '';
    this.#isOrphaned = true;
    this.marks.push({ start: this.#shown, end: this.#shown, numbers: [], isCut: true });
    // Otherwise what follows would complete the bracket before: [[9]8].
    if (this.#unclosed === 0) return '';
    this.#dropSpaces();
    return this.#show('…', '…');
  }

  #inLink(char: string, raw: string): string {
    this.#link.push([char, raw]);
    if (char !== ')') return char === '\n' || this.#link.length > LINK_MAX ? this.#endLink() : '';
    if (!LINK.test(this.#link.map(([one]) => one).join(''))) return this.#endLink();
    this.#link = [];
    return '';
  }

  /** Reads the held-back text as ordinary text, because it isn't a link. */
  #endLink(): string {
    const held = this.#link;
    this.#link = [];
    this.#isAfterMark = false;
    let shown = '';
    for (const [char, raw] of held) shown += this.#take(char, raw);
    return shown;
  }

  /** The same at the end of a text or at code: another mark in the parentheses may have opened the next ones. */
  #endLinks(): string {
    let shown = '';
    while (this.#link.length > 0) shown += this.#endLink();
    return shown;
  }

  #dropSpaces(): void {
    if (this.#isOrphaned) this.#spaces = this.#rawSpaces = '';
    this.#isOrphaned = false;
  }

  #flush(): string {
    const text = this.#spaces + this.#open;
    const raw = this.#rawSpaces + this.#rawOpen;
    this.#spaces = this.#open = this.#rawSpaces = this.#rawOpen = '';
    return text === '' ? '' : this.#show(text, raw);
  }

  #show(text: string, raw: string): string {
    this.#shown += text.length;
    for (const char of text) {
      if (OPENERS.includes(char)) this.#unclosed = 1;
      else if (this.#unclosed === 0) continue;
      else if (CLOSERS.includes(char) || this.#unclosed > MARK_MAX) this.#unclosed = 0;
      else this.#unclosed += 1;
    }
    return raw;
  }
}

/** A text without citations of passages that don't exist, and the remaining marks. */
export function readMarks(text: string, count: number): { text: string; marks: Mark[] } {
  const reader = new MarkReader(count);
  let shown = '';
  for (let at = 0; at < text.length; at += 1) shown += reader.next(text[at] ?? '');
  return { text: shown + reader.end(), marks: reader.marks };
}
