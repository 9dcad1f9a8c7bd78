const FENCE = /```[^\n`]*\n([\s\S]*?)```/g;
const MAX_ATTEMPTS = 20;

/**
 * The JSON in a model's text: the text itself, else what stands in a fence, else the first object that is
 * JSON. Undefined when there is none. Takes at most a few passes over the text.
 */
export function extractJson(text: string): unknown {
  const whole = parse(text);
  if (whole !== undefined) return whole;
  let attempts = 0;
  for (const match of text.matchAll(FENCE)) {
    const fenced = parse(match[1] ?? '');
    if (fenced !== undefined) return fenced;
    attempts += 1;
    if (attempts === MAX_ATTEMPTS) break;
  }
  return firstObject(text);
}

function firstObject(text: string): unknown {
  let start = text.indexOf('{');
  for (let attempt = 0; start !== -1 && attempt < MAX_ATTEMPTS; attempt += 1) {
    const end = endOfObject(text, start);
    const value = end === -1 ? undefined : parse(text.slice(start, end));
    if (value !== undefined) return value;
    start = text.indexOf('{', start + 1);
  }
  return undefined;
}

/** Where the object that begins at `start` ends, its last brace included; -1 when it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
