import type { PromptEdit } from './edits.ts';
import type { PromptSegment } from './parse.ts';

/** A stretch of a prompt that is JSON which someone pasted, and the edits that escape its braces. */
export interface JsonRegion {
  start: number;
  end: number;
  edits: PromptEdit[];
}

const JSON_START = /\{\s*"[^"\\\n]*"\s*:/y;

/**
 * Finds pasted JSON objects: from a mistaken brace that begins like one (`{ "key":`) to the brace that
 * closes it. Variables inside stay variables, all other braces of the region are to be doubled: read as a
 * prompt, `}}` at the end of nested objects is one literal brace, but it was meant as two.
 */
export function findJson(text: string, segments: readonly PromptSegment[]): JsonRegion[] {
  const closing = matchBraces(text);
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
    const close = isMistake ? closing.get(segment.start) : undefined;
    if (close === undefined || !beginsLikeJson(text, segment.start)) continue;
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

/** Where the brace that opens at a position closes, for those that do. */
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
