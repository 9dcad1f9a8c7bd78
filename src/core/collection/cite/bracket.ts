/** Brackets that models put citation numbers in. */
export const OPENERS = '[【［〔⟦';
export const CLOSERS = ']】］〕⟧';
/** Separators of numbers, and invisible characters. */
const BETWEEN = /[,;、，；\s\u2013\u2014\u00ad\u200b-\u200f\u2060-\u2064\ufeff-]/;
const DIGIT = /[\p{Nd}\p{No}]/u;
/** The zeros of other scripts. NFKC converts full-width and superscript digits. */
const ZEROS = [0x660, 0x6f0, 0x966];
/** Words that models write before a number. */
const BEFORE = wordList(
  'passage passages source sources ref refs reference references doc docs document documents cite cites citation citations quelle quellen fuente fonte',
);
const AND = wordList('and und et y');
/** Words after a number that refer to a place in the document. */
const PLACES = wordList('p pp page pages sec section seite s line lines l');

/** Whether the bracket is still open, closed, or not a citation. */
type Verdict = 'open' | 'closed' | 'other';

/** Reads the content of a bracket character by character, and decides whether it can still be a citation. */
export class BracketReader {
  #phase: 'before' | 'numbers' | 'place' | 'rest' = 'before';
  #word = '';
  #numbers = '';
  #isEscaped = false;

  next(char: string): Verdict {
    if (CLOSERS.includes(char)) return this.#endWord() ? 'closed' : 'other';
    if (this.#phase === 'rest') return char === '\n' ? 'other' : 'open';
    if (this.#isEscaped) return 'other';
    if (char === '\\') {
      this.#isEscaped = true;
      return 'open';
    }
    if (/\p{L}/u.test(char)) {
      this.#word += char.toLowerCase();
      return this.#isWordStart() ? 'open' : 'other';
    }
    if (!this.#endWord()) return 'other';
    if (DIGIT.test(char)) {
      if (this.#phase === 'before') this.#phase = 'numbers';
      if (this.#phase === 'numbers') this.#numbers += char;
      return 'open';
    }
    if (char === '†' && this.#phase === 'numbers') this.#phase = 'rest';
    else if (this.#phase === 'numbers') this.#numbers += char === '&' ? ',' : char;
    const isKnown = BETWEEN.test(char) || '†&^#№.:§'.includes(char);
    const isPlace = '.:'.includes(char) && this.#phase === 'numbers';
    return isKnown && !isPlace ? 'open' : 'other';
  }

  hasDigits(): boolean {
    return this.#phase !== 'before';
  }

  /** The numbers; undefined if the content isn't a citation. */
  numbers(): number[] | undefined {
    return this.hasDigits() ? numbersIn(this.#numbers) : undefined;
  }

  #isWordStart(): boolean {
    if (this.#phase === 'before') return BEFORE.has(this.#word);
    return this.#phase === 'numbers' && (AND.has(this.#word) || PLACES.has(this.#word));
  }

  /** Ends the current word. @returns whether it is allowed beside a number */
  #endWord(): boolean {
    const word = this.#word;
    this.#word = '';
    if (word === '') return true;
    if (this.#phase === 'before') return BEFORE.get(word) === true;
    if (AND.get(word)) this.#numbers += ',';
    else if (PLACES.get(word)) this.#phase = 'place';
    else return false;
    return true;
  }
}

/** The words (true) and all of their prefixes (false). */
function wordList(words: string): ReadonlyMap<string, boolean> {
  const list = new Map<string, boolean>();
  for (const word of words.split(' '))
    for (let length = 1; length <= word.length; length += 1) {
      const beginning = word.slice(0, length);
      list.set(beginning, length === word.length || list.get(beginning) === true);
    }
  return list;
}

/** The maximum size of a range. Of longer ones, only both ends are used. */
const RANGE_MAX = 256;

function numbersIn(written: string): number[] | undefined {
  const numbers: number[] = [];
  const tokens = inDigits(written)
    .split(/[^\d\u2013\u2014-]+/)
    .filter((token) => token !== '');
  for (const token of tokens) {
    const match = /^(\d+)(?:[-\u2013\u2014](\d+))?[-\u2013\u2014]?$/.exec(token);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    numbers.push(first);
    for (let at = first + 1; at <= last && at - first <= RANGE_MAX; at += 1) numbers.push(at);
    if (last < first || last - first > RANGE_MAX) numbers.push(last);
  }
  return numbers.length > 0 ? numbers : undefined;
}

function inDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/(?!\d)\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = ZEROS.findLast((one) => one <= code && code < one + 10);
      return zero === undefined ? digit : String(code - zero);
    });
}
