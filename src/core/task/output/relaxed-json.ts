import { JSON_DEPTH_MAX } from '#core/limits.ts';

const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”“',
  '‘': '’',
};
const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const WORD = /[A-Za-z]+/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What may follow a string: another name, another item, an end. */
const AFTER_TEXT =
  /\s*(?:[:}\]]|,\s*(?:["'“‘{[}\]\d-]|[\p{L}_$][\p{L}\p{N}_$-]*\s*[:,}\]]|$)|\/[/*]|,\s*\/[/*]|$)/uy;

/**
 * Parses the object or list that begins at `from` as loosely as models write it: with trailing commas, comments, single
 * or typographic quotes, unquoted names, line breaks and unescaped quotes in strings, and Python literals. It must be
 * complete: a truncated value is not guessed.
 * @returns undefined when it is not even relaxed JSON
 */
export function relaxedJson(text: string, from = 0): { value: unknown; end: number } | undefined {
  let at = from;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    at += found.length;
    return found;
  }

  function next(): string {
    take(SPACE);
    return text[at] ?? '';
  }

  function readValue(depth: number): unknown {
    const first = next();
    if (depth > JSON_DEPTH_MAX) throw BROKEN;
    if (first === '{') return Object.fromEntries(readItems('}', () => readMember(depth)));
    if (first === '[') return readItems(']', () => readValue(depth + 1));
    if (CLOSERS[first] !== undefined) return readText(CLOSERS[first]);
    const number = take(NUMBER);
    if (number !== undefined) return Number(number);
    const word = take(WORD) ?? '';
    if (!WORDS.has(word)) throw BROKEN;
    return WORDS.get(word);
  }

  function readItems<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    at += 1;
    while (next() !== end) {
      items.push(read());
      if (next() === ',') at += 1;
      else if (text[at] !== end) throw BROKEN;
    }
    at += 1;
    return items;
  }

  function readMember(depth: number): [string, unknown] {
    const closers = CLOSERS[next()];
    const name = closers === undefined ? take(NAME) : readText(closers);
    if (name === undefined || next() !== ':') throw BROKEN;
    at += 1;
    return [name, readValue(depth + 1)];
  }

  /** A quote ends a string if something that may follow a string comes next; otherwise it is part of the string. */
  function readText(closers: string): string {
    let read = '';
    for (at += 1; at < text.length; at += 1) {
      const char = text[at] as string;
      if (char === '\\') read += readEscape();
      else if (closers.includes(char) && mayEnd(at + 1)) {
        at += 1;
        return read;
      } else read += char;
    }
    throw BROKEN;
  }

  function mayEnd(after: number): boolean {
    AFTER_TEXT.lastIndex = after;
    return AFTER_TEXT.test(text);
  }

  function readEscape(): string {
    at += 1;
    const char = text[at] ?? '';
    if (char !== 'u') return ESCAPES[char] ?? char;
    const code = /^[0-9a-fA-F]{4}/.exec(text.slice(at + 1, at + 5))?.[0];
    if (code === undefined) throw BROKEN;
    at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  if (text[at] !== '{' && text[at] !== '[') return undefined;
  try {
    return { value: readValue(0), end: at };
  } catch (error) {
    if (error === BROKEN) return undefined;
    throw error;
  }
}

const BROKEN = Symbol('not even relaxed JSON');
