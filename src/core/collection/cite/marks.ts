/** A citation mark: passage numbers in square brackets, as models write them: `[1]`, `[2, 3]` or `[1-3]`. */
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
const INNER = /[\d,;\s\u2013\u2014-]/;
/** Characters that could turn an already shown bracket into a mark. */
const CONTINUES = /[\d,;\s\u2013\u2014[\]-]/;

/**
 * Reads a text character by character as it is streamed, and removes citations of passages that don't exist. A mark and
 * the space before it are held back until the mark is complete; everything else is passed on at once. Brackets in code
 * (between backticks) are left alone.
 */
export class MarkReader {
  readonly marks: Mark[] = [];
  readonly #count: number;
  #shown = 0;
  /** The held-back text: an incomplete mark and the space before it. */
  #spaces = '';
  #open = '';
  /** The same in its raw form. */
  #rawSpaces = '';
  #rawOpen = '';
  #isSkipping = false;
  /** Whether the space was before a removed mark. It is kept if another mark follows. */
  #isOrphaned = false;
  /** Whether the last shown character is a bracket that the next characters could turn into a mark. */
  #isUnclosed = false;
  #ticks = 0;
  /** The number of backticks that opened the code; 0 outside code. */
  #code = 0;

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
    if (this.#isSkipping) {
      if (char !== ']' && INNER.test(char)) return '';
      this.#isSkipping = false;
      if (char === ']') return this.#removed();
    }
    if (char !== '[') this.#dropSpaces();
    if (char === '`') {
      this.#ticks += 1;
      return this.#flush() + this.#show(char, raw);
    }
    this.#endTicks(char);
    if (this.#code > 0) return this.#show(char, raw);
    if (this.#open !== '') return this.#within(char, raw);
    if (char === '[') {
      this.#open = char;
      this.#rawOpen = raw;
      this.#isOrphaned = false;
      return '';
    }
    if (char !== ' ') return this.#flush() + this.#show(char, raw);
    const before = this.#spaces.length === SPACES_MAX ? this.#flush() : '';
    this.#spaces += char;
    this.#rawSpaces += raw;
    return before;
  }

  /** Ends the text. An incomplete mark is dropped, because its number is unknown. */
  end(): string {
    this.#dropSpaces();
    if (/\d/.test(this.#open)) this.#open = this.#rawOpen = '';
    return this.#flush();
  }

  #within(char: string, raw: string): string {
    if (char !== ']' && !INNER.test(char)) {
      const before = this.#flush();
      return before + this.next(char, raw);
    }
    this.#open += char;
    this.#rawOpen += raw;
    if (char === ']') return this.#close();
    if (this.#open.length <= MARK_MAX) return '';
    this.#isSkipping = true;
    this.#open = this.#rawOpen = '';
    return '';
  }

  #close(): string {
    const named = numbersIn(this.#open.slice(1, -1));
    if (!named) return this.#flush();
    const numbers = [...new Set(named)].filter((one) => one >= 1 && one <= this.#count);
    const isCut = numbers.length < new Set(named).size;
    if (numbers.length === 0) return this.#removed();
    if (isCut) this.#open = this.#rawOpen = `[${numbers.join(', ')}]`;
    const start = this.#shown + this.#spaces.length;
    this.marks.push({ start, end: start + this.#open.length, numbers, isCut });
    return this.#flush();
  }

  #removed(): string {
    this.#open = this.#rawOpen = '';
    this.#isOrphaned = true;
    this.marks.push({ start: this.#shown, end: this.#shown, numbers: [], isCut: true });
    // Otherwise the next characters would complete the previous bracket: [[9]8].
    if (!this.#isUnclosed) return '';
    this.#dropSpaces();
    return this.#show('…', '…');
  }

  #dropSpaces(): void {
    if (this.#isOrphaned) this.#spaces = this.#rawSpaces = '';
    this.#isOrphaned = false;
  }

  #flush(): string {
    const text = this.#spaces + this.#open;
    const raw = this.#rawSpaces + this.#rawOpen;
    this.#spaces = this.#open = this.#rawSpaces = this.#rawOpen = '';
    let shown = '';
    if (text !== '') shown = this.#show(text, raw);
    return shown;
  }

  #show(text: string, raw: string): string {
    this.#shown += text.length;
    for (const char of text)
      this.#isUnclosed = char === '[' || (this.#isUnclosed && CONTINUES.test(char));
    return raw;
  }

  #endTicks(next: string): void {
    const ticks = this.#ticks;
    this.#ticks = 0;
    if (ticks > 0) {
      if (this.#code === 0) this.#code = Math.min(ticks, 3);
      else if (Math.min(ticks, 3) === this.#code) this.#code = 0;
    }
    // Only a fence of three or more continues on the next line.
    if (next === '\n' && this.#code < 3) this.#code = 0;
  }
}

/** The numbers in brackets; undefined if there is anything else. */
function numbersIn(inner: string): number[] | undefined {
  const numbers: number[] = [];
  const tokens = inner.split(/[,;\s]+/).filter((token) => token !== '');
  if (tokens.length === 0) return undefined;
  for (const token of tokens) {
    const match = /^(\d+)(?:[-\u2013\u2014](\d+))?$/.exec(token);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    numbers.push(first);
    for (let at = first + 1; at <= last && at - first <= MARK_MAX; at += 1) numbers.push(at);
    if (last < first || last - first > MARK_MAX) numbers.push(last);
  }
  return numbers;
}

/** A text without citations of passages that don't exist, and the remaining marks. */
export function readMarks(text: string, count: number): { text: string; marks: Mark[] } {
  const reader = new MarkReader(count);
  let shown = '';
  for (let at = 0; at < text.length; at += 1) shown += reader.next(text[at] ?? '');
  return { text: shown + reader.end(), marks: reader.marks };
}
