import { isObject } from '../json/is-object.ts';
import { JsonRefused, parseJson } from '../json/parse-json.ts';
import { type Extracted, ExtractFailure } from './extracted.ts';
import { HeadingPath } from './text/heading-path.ts';
import { linesOf } from './text/lines.ts';
import { TextBuilder } from './text/text-builder.ts';
import { extractText } from './text.ts';

/** Files are parsed in a thread, so they may have far more values than a request. */
const BOUNDS = { textMax: Infinity, valuesMax: 5_000_000, namesMax: 5_000_000 };
/** Objects with more lines than this become headings with their fields below. */
const RECORD_LINES = 40;
const TITLE_FIELDS = ['title', 'name'];

/**
 * JSON, or JSON Lines. Objects become lines of `path.to.field: value`: one block per list item, below headings from the
 * names of the enclosing fields. Invalid JSON is read as plain text.
 */
export function extractJson(text: string, textMax?: number): Extracted {
  const builder = new TextBuilder('json', textMax);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (error instanceof JsonRefused) {
      throw new ExtractFailure('too_large', `The JSON can't be read: ${refusal(error)}.`);
    }
    const message = "This isn't valid JSON, so it was read as plain text";
    return { ...extractText(text, textMax), warnings: [{ message }] };
  }
  new JsonWriter(builder).write(value);
  return builder.build({ title: titleOf(value), ifEmpty: 'The file contains no values.' });
}

function refusal(error: JsonRefused): string {
  return `it ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
}

function parse(text: string): unknown {
  try {
    return parseJson(text, BOUNDS);
  } catch (error) {
    if (error instanceof JsonRefused) throw error;
    const lines = valuesOfLines(text);
    if (lines === undefined) throw error;
    return lines;
  }
}

function valuesOfLines(text: string): unknown[] | undefined {
  const values: unknown[] = [];
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end).trim();
    if (line === '') continue;
    // The first line tells that most text isn't JSON Lines.
    if (!/^[{[]/.test(line)) return undefined;
    values.push(parseJson(line, BOUNDS));
  }
  return values.length > 0 ? values : undefined;
}

function titleOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const named = TITLE_FIELDS.map((field) => value[field]);
  return named.find((text) => typeof text === 'string') ?? null;
}

/** Recursive; the parser has limited the depth. */
class JsonWriter {
  readonly #builder: TextBuilder;
  readonly #headings = new HeadingPath();

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  write(value: unknown, level = 1): void {
    if (Array.isArray(value)) {
      for (const item of value) this.#item(item, level);
    } else if (isObject(value)) this.#object(value, level);
    else this.#add(String(value ?? ''));
  }

  #item(item: unknown, level: number): void {
    const lines = linesOfValue(item);
    if (lines.length <= RECORD_LINES) this.#add(lines.join('\n'));
    else this.write(item, level);
  }

  /** Short fields come first, in one block; the others follow below headings. */
  #object(value: Record<string, unknown>, level: number): void {
    const short: string[] = [];
    const long: [name: string, value: unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      const isList = Array.isArray(field) && field.some((item) => typeof item === 'object');
      const lines = isList ? undefined : linesOfValue(field, name);
      if (lines !== undefined && lines.length <= RECORD_LINES / 2) short.push(...lines);
      else long.push([name, field]);
    }
    for (let at = 0; at < short.length; at += RECORD_LINES) {
      this.#add(short.slice(at, at + RECORD_LINES).join('\n'));
    }
    const outer = this.#headings.path;
    for (const [name, field] of long) {
      const heading_path = this.#headings.enter(level, name);
      this.#builder.add('heading', name, { heading_path });
      this.write(field, level + 1);
    }
    if (long.length > 0) this.#leave(outer, level);
  }

  /** Resets the headings, so that later blocks aren't below the last field's. */
  #leave(outer: string[], level: number): void {
    if (this.#headings.path !== outer) this.#headings.enter(level, '');
  }

  #add(text: string): void {
    this.#builder.add('paragraph', text, { heading_path: this.#headings.path });
  }
}

/** One line per value: `address.city: Berlin`, up to a limit. */
function linesOfValue(value: unknown, path = '', lines: string[] = []): string[] {
  if (lines.length > RECORD_LINES) return lines;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    if (value.length > 0) lines.push(labelled(path, value.join(', ')));
  } else if (Array.isArray(value)) {
    value.some((item, index) => {
      linesOfValue(item, `${path}[${index + 1}]`, lines);
      return lines.length > RECORD_LINES;
    });
  } else if (isObject(value)) {
    for (const [name, field] of Object.entries(value)) {
      linesOfValue(field, path === '' ? name : `${path}.${name}`, lines);
      if (lines.length > RECORD_LINES) break;
    }
  } else if (value !== null && value !== undefined && value !== '') {
    lines.push(labelled(path, String(value)));
  }
  return lines;
}

function labelled(path: string, text: string): string {
  return path === '' ? text : `${path}: ${text}`;
}
