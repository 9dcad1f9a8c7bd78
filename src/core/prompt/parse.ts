/**
 * A piece of a prompt. Segments follow each other without a gap and cover the whole text:
 * - `text`: as it stands
 * - `escape`: a doubled brace, which means one literal brace (`value`)
 * - `variable`: `{name}`
 * - `bad_name`: braces around what is not a name; `name` is what stands between them
 * - `lone_brace`: a brace that nothing closes or opens
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

/** Whether a text can be the name of a variable: alphabetic characters only. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Reads a prompt. `{name}` is a variable, `{{` and `}}` are literal braces, all other braces are
 * mistakes. Any text can be read: it never throws, and takes time linear in the text's length.
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

/** The names of a prompt's variables, each once, in the order of their first use. */
export function variablesOf(segments: readonly PromptSegment[]): string[] {
  const names = new Set<string>();
  for (const segment of segments) if (segment.type === 'variable') names.add(segment.name);
  return [...names];
}

/** Doubles all braces, so that the text stands for itself in a prompt. */
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
  // A name ends with its line: a brace that is closed much later opens something else than a variable.
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
