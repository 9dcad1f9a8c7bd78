/** Receives a character, its raw form in the output, and whether it is code. */
export type CodeSink = (char: string, raw: string, isCode: boolean) => void;

/** The possible start of a citation mark, or the space before it. */
const BRACKET = /[ [【［〔⟦\\]/;
/** Characters that may precede a fence in its line: indentation and the markers of quotations and lists. */
const BEFORE_FENCE = /[\s>*+\d.)-]/;
/** The maximum length of the text that is held back. */
const HELD_MAX = 1000;

/**
 * Distinguishes code from text in Markdown: inline code between equal runs of backticks in one line, and fenced code
 * between lines that start with three or more. Whether a backtick starts inline code is only known at the closing one, so
 * from the first bracket or space after it, characters are held back until then.
 */
export class CodeReader {
  readonly #sink: CodeSink;
  #ticks = 0;
  /** The backticks that opened the code; 0 outside of code. */
  #code = 0;
  #kind: 'inline' | 'info' | 'fence' = 'inline';
  #held: [char: string, raw: string][] = [];
  #isLineStart = true;
  /** Whether the current run of backticks is at the start of its line. */
  #isTicksAtStart = false;
  /** Whether this line closes the fence, unless more text follows in it. */
  #isClosing = false;

  constructor(sink: CodeSink) {
    this.#sink = sink;
  }

  next(char: string, raw: string): void {
    if (char === '`') {
      if (this.#ticks === 0) this.#isTicksAtStart = this.#isLineStart;
      this.#ticks += 1;
      this.#isLineStart = false;
      this.#emit(char, raw);
      return;
    }
    this.#endTicks();
    if (char === '\n') this.#endLine();
    else if (this.#isLineStart && !BEFORE_FENCE.test(char)) this.#isLineStart = false;
    if (this.#isClosing && !/\s/.test(char)) this.#isClosing = false;
    const isOpen = this.#code > 0 && this.#kind !== 'fence';
    if (isOpen && this.#held.length === 0 && BRACKET.test(char)) this.#held.push([char, raw]);
    else this.#emit(char, raw);
    if (this.#held.length > HELD_MAX) this.#isText();
  }

  /** Ends the text. Unclosed inline code is text. */
  end(): void {
    this.#endTicks();
    this.#endLine();
  }

  #emit(char: string, raw: string): void {
    if (this.#held.length > 0) this.#held.push([char, raw]);
    else this.#sink(char, raw, this.#code > 0 || char === '`');
  }

  #endTicks(): void {
    const ticks = this.#ticks;
    this.#ticks = 0;
    if (ticks === 0) return;
    if (this.#code === 0) {
      this.#code = ticks;
      this.#kind = ticks >= 3 && this.#isTicksAtStart ? 'info' : 'inline';
    } else if (this.#kind === 'fence') {
      this.#isClosing = ticks >= this.#code && this.#isTicksAtStart;
    } else if (ticks === this.#code) this.#isCode();
    // The opening line of a fence contains no other backticks.
    else this.#kind = 'inline';
  }

  #endLine(): void {
    while (this.#code > 0 && this.#kind === 'inline') this.#isText();
    if (this.#kind === 'info' && this.#code > 0) {
      const { length } = this.#held;
      if (length > 0) this.#release(true);
      this.#kind = 'fence';
    } else if (this.#isClosing) this.#code = 0;
    this.#isClosing = false;
    this.#isLineStart = true;
  }

  /** The held-back characters are code, which ends here. */
  #isCode(): void {
    this.#release(true);
    this.#code = 0;
  }

  /** The held-back characters are text, which may contain other code. */
  #isText(): void {
    this.#code = 0;
    this.#release(false);
    this.#endTicks();
  }

  #release(isCode: boolean): void {
    const held = this.#held;
    this.#held = [];
    for (const [char, raw] of held) {
      if (isCode) this.#sink(char, raw, true);
      else this.next(char, raw);
    }
  }
}
