import { tryJson } from '#core/json/parse-json.ts';
import { relaxedJson } from './relaxed-json.ts';

const FENCE = /```[^\n`]*\n([\s\S]*?)```/g;
const THOUGHTS = /^\s*<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/i;
const END_OF_THOUGHTS = /<\/(?:think|thinking|reasoning)>/i;
const MAX_ATTEMPTS = 20;

/** A model's text without a byte order mark, and without the reasoning that some models write before their response. */
export function withoutThoughts(text: string): string {
  const bare = text.replace(/^\uFEFF/, '');
  if (THOUGHTS.test(bare)) return bare.replace(THOUGHTS, '');
  // Some servers strip the opening tag.
  const end = END_OF_THOUGHTS.exec(bare);
  return end && !/^\s*[{[]/.test(bare) ? bare.slice(end.index + end[0].length) : bare;
}

/**
 * Candidates for the JSON in a model's response, the likeliest first: the text itself, otherwise what is in code
 * fences, otherwise the objects and lists in it. Small syntax errors are repaired. Truncated JSON is not a candidate,
 * and neither is anything inside it. Makes only a few passes over the text.
 */
export function jsonCandidates(output: string): unknown[] {
  const text = withoutThoughts(output).trim();
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const fenced = [...text.matchAll(FENCE)].slice(0, MAX_ATTEMPTS).flatMap(([, inner = '']) => {
    const value = parse(inner.trim());
    return value === undefined ? [] : [value];
  });
  return fenced.length > 0 ? fenced : values(text);
}

function values(text: string): unknown[] {
  const found: unknown[] = [];
  let start = nextStart(text, 0);
  for (let attempt = 0; start !== -1 && attempt < MAX_ATTEMPTS; attempt += 1) {
    const value = valueAt(text, start);
    if (value === 'cut off') break;
    if (value) found.push(value.value);
    start = nextStart(text, value ? value.end : start + 1);
  }
  return found;
}

function valueAt(text: string, start: number) {
  const end = endOfValue(text, start);
  const strict = end === -1 ? undefined : tryJson(text.slice(start, end));
  if (strict !== undefined) return { value: strict, end };
  const relaxed = relaxedJson(text, start);
  if (relaxed) return relaxed;
  // Braces in prose are skipped; an unterminated object also discards what is inside it.
  const isObject = /^(?:\[\s*)?\{\s*(?:["'“]|[\w$]+\s*:)/.test(text.slice(start, start + 200));
  return isObject && end === -1 ? 'cut off' : undefined;
}

function nextStart(text: string, from: number): number {
  const at = text.slice(from).search(/[{[]/);
  return at === -1 ? -1 : from + at;
}

/** The end of the object or list that begins at `start`, including its last bracket; -1 if it is unterminated. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(text: string): unknown {
  const strict = tryJson(text);
  if (strict !== undefined) return strict;
  const relaxed = relaxedJson(text);
  return relaxed && relaxed.end === text.length ? relaxed.value : undefined;
}
