import { escapePrompt, type PromptSegment, parsePrompt } from '../prompt/parse.ts';
import { nearestName, plainName } from '../prompt/plain-name.ts';

const WHOLE_FENCE = /^\s*```[^\n`]*\n([\s\S]*?)\n```\s*$/;

/**
 * A prompt that a model wrote, with nothing left that breaks its syntax: variables that are misspelt become the known
 * ones, all other stray braces stand for themselves.
 * @param names the variables that there are, by what the model may have called them
 */
export function mendPrompt(written: string, names: ReadonlyMap<string, string>): string {
  const text = WHOLE_FENCE.exec(written)?.[1] ?? written;
  return parsePrompt(text)
    .map((segment) => mended(text, segment, names))
    .join('')
    .trim();
}

/** Names as they are, for `mendPrompt`. */
export function asWritten(names: Iterable<string>): Map<string, string> {
  return new Map([...names].map((name) => [name, name]));
}

function mended(text: string, segment: PromptSegment, names: ReadonlyMap<string, string>): string {
  const raw = text.slice(segment.start, segment.end);
  switch (segment.type) {
    case 'text':
    case 'escape':
      return raw;
    case 'lone_brace':
      return escapePrompt(raw);
    case 'variable':
      return `{${names.get(segment.name) ?? segment.name}}`;
    case 'bad_name': {
      const known = knownName(segment.name.trim(), names);
      return known === undefined ? escapePrompt(raw) : `{${known}}`;
    }
  }
}

function knownName(written: string, names: ReadonlyMap<string, string>): string | undefined {
  const exact = names.get(written);
  if (exact !== undefined) return exact;
  // JSON between braces names nothing.
  if (!/^[\p{L}][\p{L}\p{N}_. -]*$/u.test(written)) return undefined;
  const plain = plainName(written);
  return plain === undefined ? undefined : nearestName(plain, names.values());
}
