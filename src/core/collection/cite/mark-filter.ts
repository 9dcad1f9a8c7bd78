import type { OutputField, OutputFormat } from '#generated/model/index.ts';
import { MarkReader } from './marks.ts';

/** Removes citations of passages that don't exist from an output while it is streamed. */
export interface MarkFilter {
  /** @returns the text that can be shown now */
  push(text: string): string;
  /** The rest, once the output is complete. */
  end(): string;
}

/**
 * A filter for an output.
 * @param count how many passages there are
 */
export function createMarkFilter(format: OutputFormat, count: number): MarkFilter {
  if (format.type === 'fields') return new FieldsFilter(format.fields ?? [], count);
  const reader = new MarkReader(count);
  return {
    push(text) {
      let shown = '';
      for (let at = 0; at < text.length; at += 1) shown += reader.next(text[at] ?? '');
      return shown;
    },
    end: () => reader.end(),
  };
}

type Frame =
  | {
      type: 'object';
      fields: readonly OutputField[];
      field: OutputField | undefined;
      isKey: boolean;
    }
  | { type: 'array'; field: OutputField | undefined };

/** Deeper values are passed through: no output format nests that deep. */
const DEPTH_MAX = 32;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Filters the text values in JSON. Keys, choices and arrays of numbers are passed through. */
class FieldsFilter implements MarkFilter {
  readonly #fields: readonly OutputField[];
  readonly #count: number;
  readonly #stack: Frame[] = [];
  #depth = 0;
  #isString = false;
  /** The filter of the text around the JSON. */
  #aroundReader: MarkReader;
  /** The filter of the current string, unless it is a key or an option. */
  #reader: MarkReader | undefined;
  /** The current string, if it is a key. */
  #key: string | undefined;
  #escape = '';

  constructor(fields: readonly OutputField[], count: number) {
    this.#fields = fields;
    this.#count = count;
    this.#aroundReader = new MarkReader(count);
  }

  push(text: string): string {
    let shown = '';
    for (let at = 0; at < text.length; at += 1) shown += this.#next(text[at] ?? '');
    return shown;
  }

  end(): string {
    const rest = this.#depth === 0 ? this.#aroundReader.end() : this.#reader?.end();
    return (rest ?? '') + this.#escape;
  }

  #next(char: string): string {
    if (this.#isString) return this.#inString(char);
    if (this.#depth === 0) return this.#around(char);
    if (char === '"') this.#openString();
    else if (char === '{' || char === '[') this.#open(char);
    else if (char === '}' || char === ']') this.#close();
    else if (char === ',' || char === ':') {
      const top = this.#stack.at(-1);
      if (top?.type === 'object') top.isKey = char === ',';
    }
    return char;
  }

  /** Reads the explanations that models write before and after the JSON. */
  #around(char: string): string {
    let shown = this.#aroundReader.next(char);
    if (char !== '{') return shown;
    this.#open(char);
    if (shown.endsWith(char)) return shown;
    // It is held back, because it may be code.
    shown += this.#aroundReader.end();
    this.#aroundReader = new MarkReader(this.#count);
    return shown;
  }

  #openString(): void {
    this.#isString = true;
    const top = this.#stack.length === this.#depth ? this.#stack.at(-1) : undefined;
    if (top?.type === 'object' && top.isKey) this.#key = '';
    // An unknown name may be misspelt, which is fixed when the output is complete.
    else if (!top?.field || top.field.type === 'text') this.#reader = new MarkReader(this.#count);
  }

  #inString(char: string): string {
    if (this.#escape === '' && char === '"') return this.#closeString();
    if (this.#escape === '' && char !== '\\') return this.#take(char, char);
    this.#escape += char;
    const { length } = this.#escape;
    if (length === 1 || (this.#escape[1] === 'u' && length < 6)) return '';
    const raw = this.#escape;
    this.#escape = '';
    const code = raw[1] === 'u' ? Number.parseInt(raw.slice(2), 16) : Number.NaN;
    const decoded = Number.isNaN(code)
      ? (ESCAPES[raw[1] ?? ''] ?? raw[1] ?? '')
      : String.fromCharCode(code);
    return this.#take(decoded, raw);
  }

  #take(char: string, raw: string): string {
    if (this.#key !== undefined) this.#key += char;
    return this.#reader ? this.#reader.next(char, raw) : raw;
  }

  #closeString(): string {
    const rest = this.#reader?.end() ?? '';
    const top = this.#stack.at(-1);
    if (this.#key !== undefined && top?.type === 'object')
      top.field = top.fields.find(({ name }) => name === this.#key);
    this.#isString = false;
    this.#reader = undefined;
    this.#key = undefined;
    return `${rest}"`;
  }

  #open(char: string): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) return;
    const field = this.#stack.at(-1)?.field;
    if (char === '[') this.#stack.push({ type: 'array', field });
    else {
      const fields = this.#stack.length === 0 ? this.#fields : (field?.fields ?? []);
      this.#stack.push({ type: 'object', fields, field: undefined, isKey: true });
    }
  }

  #close(): void {
    if (this.#depth <= DEPTH_MAX) this.#stack.pop();
    this.#depth -= 1;
  }
}
