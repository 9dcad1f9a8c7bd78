import { JSON_DEPTH_MAX, JSON_NAMES_MAX, JSON_TEXT_MAX, JSON_VALUES_MAX } from '../limits.ts';
import { isObject } from './is-object.ts';
import { escapePointer } from './pointer.ts';

/** JSON that is valid, but that nobody needs and much code could not handle. `pointer` says where, if it is one place. */
export class JsonRefused extends SyntaxError {
  override readonly name = 'JsonRefused';
  readonly pointer: string;

  constructor(message: string, pointer = '') {
    super(message);
    this.pointer = pointer;
  }
}

interface JsonBounds {
  /** Characters; by default `JSON_TEXT_MAX`. A caller that has already limited them may pass `Infinity`. */
  textMax?: number;
  /** By default `JSON_VALUES_MAX` and `JSON_NAMES_MAX`, which bound the time of a request. Threads have more time. */
  valuesMax?: number;
  namesMax?: number;
}

/**
 * Parses JSON from outside: a request, a file, a model, a tool. The one parser for all of them, so that nothing in the
 * product ever meets a value that is too deep for recursive code, or has too many parts to look at in one go. One pass
 * over the text finds out before anything is built.
 * @throws SyntaxError when it is invalid; `JsonRefused` when it is too deep or too large, or has names that change what
 * an object is
 */
export function parseJson(text: string, bounds: JsonBounds = {}): unknown {
  const { textMax = JSON_TEXT_MAX } = bounds;
  if (text.length > textMax)
    throw new JsonRefused(`Must have at most ${count(textMax)} characters`);
  checkBounds(text, bounds);
  const value: unknown = JSON.parse(text);
  if (SUSPICIOUS.test(text)) checkNames(value);
  return value;
}

/** Like `parseJson`; undefined when it is invalid or refused. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

function checkBounds(
  text: string,
  { valuesMax = JSON_VALUES_MAX, namesMax = JSON_NAMES_MAX }: JsonBounds,
): void {
  let depth = 0;
  let values = 1;
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        // It doesn't end, so it isn't JSON; the parser explains that better.
        if (at === -1) return;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > JSON_DEPTH_MAX)
          throw new JsonRefused(`Must be at most ${JSON_DEPTH_MAX} levels deep`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      case COLON:
        names += 1;
        break;
    }
    if (names > namesMax) throw new JsonRefused(`Must have at most ${count(namesMax)} fields`);
    if (values > valuesMax) throw new JsonRefused(`Must have at most ${count(valuesMax)} values`);
  }
}

/** The closing quote of the string that begins at `start`; -1 when it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

/** The names below, each letter possibly as an escape: a cheap test before looking at every object. */
const SUSPICIOUS = /__proto__|"constructor"|\\u00[5-7]/i;

function checkNames(root: unknown): void {
  const open = [{ value: root, at: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, at } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) throw refusedName('__proto__', `${at}/__proto__`);
    const maker = Object.hasOwn(value, 'constructor') && value.constructor;
    if (isObject(maker) && Object.hasOwn(maker, 'prototype'))
      throw refusedName('constructor.prototype', `${at}/constructor/prototype`);
    for (const [name, part] of Object.entries(value))
      if (typeof part === 'object') open.push({ value: part, at: `${at}/${escapePointer(name)}` });
  }
}

function refusedName(name: string, pointer: string): JsonRefused {
  return new JsonRefused(`Must not have a field named ${name}`, pointer);
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
