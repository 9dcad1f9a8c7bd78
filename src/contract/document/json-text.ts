/** What JSON.parse leaves out: positions, and duplicate keys. */

export interface JsonMember {
  /** Names and indexes from the root. */
  path(): (string | number)[];
  depth: number;
  /** Offset of its name, or of the value in a list. */
  offset: number;
  /** The object already has a member with this name. */
  isDuplicate: boolean;
}

interface Open {
  /** Names seen so far; absent in a list. */
  names?: Set<string>;
  at: string | number;
}

/** Visits every member of a text that JSON.parse accepts, in order. Iterative, so deep nesting is safe. */
export function* jsonMembers(text: string): Generator<JsonMember> {
  const open: Open[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
  let expectsName = false;
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    const here = open.at(-1);
    if (here && !here.names && here.at === -1 && token !== ']') {
      here.at = 0;
      yield member(open, offset, false);
    }
    if (token === '{' || token === '[') {
      open.push(token === '{' ? { names: new Set(), at: '' } : { at: -1 });
      expectsName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsName = false;
    } else if (token === ',' && here) {
      expectsName = here.names !== undefined;
      if (!here.names) {
        here.at = Number(here.at) + 1;
        yield member(open, offset + 1, false);
      }
    } else if (expectsName && here?.names) {
      const name = JSON.parse(token) as string;
      here.at = name;
      yield member(open, offset, here.names.has(name));
      here.names.add(name);
      expectsName = false;
    }
  }
}

function member(open: readonly Open[], offset: number, isDuplicate: boolean): JsonMember {
  return { path: () => open.map(({ at }) => at), depth: open.length, offset, isDuplicate };
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** Where JSON.parse stopped. Its message contains an offset, a line, or only the text around the error. */
export function offsetOfError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? text.trimEnd().length : Number(position);
}
