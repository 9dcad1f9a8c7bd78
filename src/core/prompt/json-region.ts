import type { PromptEdit } from './edits.ts';
import type { PromptSegment } from './parse.ts';

/** A part of a prompt that is pasted JSON, with the edits that escape its braces. */
export interface JsonRegion {
  start: number;
  end: number;
  edits: PromptEdit[];
}

const JSON_START = /\{\s*"[^"\\\n]*"\s*:/y;

/**
 * Finds pasted JSON objects: from a misplaced brace that begins like one (`{ "key":`) to its closing brace. Variables
 * inside stay variables; all other braces of the region are to be doubled. In a prompt, `}}` at the end of nested
 * objects would be one literal brace although two were meant.
 */
export function findJson(text: string, segments: readonly PromptSegment[]): JsonRegion[] {
  const closeOf = createCloser(text);
  const regions: JsonRegion[] = [];
  let end = 0;
  let current: JsonRegion | undefined;
  for (const segment of segments) {
    if (current && segment.start < end) {
      addEdits(current.edits, text, segment, end);
      continue;
    }
    current = undefined;
    const isMistake = segment.type === 'bad_name' || segment.type === 'lone_brace';
    if (!isMistake || !beginsLikeJson(text, segment.start)) continue;
    const close = closeOf(segment.start);
    if (close === undefined) continue;
    end = close + 1;
    current = { start: segment.start, end, edits: [] };
    regions.push(current);
    addEdits(current.edits, text, segment, end);
  }
  return regions;
}

function addEdits(
  edits: PromptEdit[],
  text: string,
  segment: PromptSegment,
  regionEnd: number,
): void {
  if (segment.type === 'variable' || segment.type === 'text') return;
  for (let at = segment.start; at < Math.min(segment.end, regionEnd); at += 1) {
    const char = text[at];
    if (char === '{' || char === '}') edits.push({ start: at, end: at + 1, text: char + char });
  }
}

function beginsLikeJson(text: string, at: number): boolean {
  JSON_START.lastIndex = at;
  return JSON_START.test(text);
}

/**
 * Finds the closing brace of pasted JSON, first by reading its strings, in which braces do not count. If that finds
 * none, for instance because a quote is missing, by counting every brace. Linear: it reads to the end without success
 * at most once.
 */
function createCloser(text: string): (start: number) => number | undefined {
  const braces = matchBraces(text);
  let isReadable = true;
  return (start) => {
    const close = isReadable ? closeOfJson(text, start) : undefined;
    if (close === undefined) isReadable = false;
    return close ?? braces.get(start);
  };
}

function closeOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isString && char === '\\') at += 1;
    else if (char === '"') isString = !isString;
    else if (!isString && char === '{') depth += 1;
    else if (!isString && char === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Maps each opening brace that is closed to its closing brace. */
function matchBraces(text: string): Map<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 123) open.push(at);
    if (code !== 125) continue;
    const start = open.pop();
    if (start !== undefined) closing.set(start, at);
  }
  return closing;
}
