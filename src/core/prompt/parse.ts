/**
 * A part of a prompt. Segments are contiguous and cover the whole text:
 * - `text`: literal text
 * - `escape`: a doubled brace, which means one literal brace (`value`)
 * - `variable`: `{name}`
 * - `bad_name`: braces around something that is not a name (`name`)
 * - `lone_brace`: an unmatched brace
 */
export type PromptSegment =
  | { type: 'text'; start: number; end: number }
  | { type: 'escape'; start: number; end: number; value: '{' | '}' }
  | { type: 'variable'; start: number; end: number; name: string }
  | { type: 'bad_name'; start: number; end: number; name: string }
  | { type: 'lone_brace'; start: number; end: number; value: '{' | '}' };

const NAME = /^[A-Za-z]+$/;
const OPEN = 123;
const CLOSE = 125;
const NEWLINE = 10;

/** Whether a text is a valid variable name: alphabetic characters only. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Parses a prompt. `{name}` is a variable, `{{` and `}}` are literal braces, and all other braces are mistakes. Accepts
 * any text, never throws, and takes linear time.
 */
export function parsePrompt(text: string): PromptSegment[] {
  const segments: PromptSegment[] = [];
  let at = 0;
  while (at < text.length) {
    const brace = nextBrace(text, at);
    if (brace > at) segments.push({ type: 'text', start: at, end: brace });
    if (brace === text.length) break;
    const segment =
      text.charCodeAt(brace) === OPEN ? readOpen(text, brace) : readClose(text, brace);
    segments.push(segment);
    at = segment.end;
  }
  return segments;
}

/** The names of a prompt's variables, without duplicates, in order of first use. */
export function variablesOf(segments: readonly PromptSegment[]): string[] {
  const names = new Set<string>();
  for (const segment of segments) if (segment.type === 'variable') names.add(segment.name);
  return [...names];
}

/** Doubles all braces, so that a prompt contains the text literally. */
export function escapePrompt(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

function nextBrace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === OPEN || code === CLOSE) return at;
    at += 1;
  }
  return at;
}

function readOpen(text: string, start: number): PromptSegment {
  if (text.charCodeAt(start + 1) === OPEN)
    return { type: 'escape', start, end: start + 2, value: '{' };
  let at = start + 1;
  // A name ends at the end of its line: a brace that is closed much later does not open a variable.
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === OPEN || code === NEWLINE) break;
    if (code === CLOSE) {
      const name = text.slice(start + 1, at);
      return { type: isVariableName(name) ? 'variable' : 'bad_name', start, end: at + 1, name };
    }
    at += 1;
  }
  return { type: 'lone_brace', start, end: start + 1, value: '{' };
}

function readClose(text: string, start: number): PromptSegment {
  if (text.charCodeAt(start + 1) === CLOSE)
    return { type: 'escape', start, end: start + 2, value: '}' };
  return { type: 'lone_brace', start, end: start + 1, value: '}' };
}
