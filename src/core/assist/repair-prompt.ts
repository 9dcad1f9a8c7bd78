import { escapePrompt, type PromptSegment, parsePrompt } from '../prompt/parse.ts';
import { nearestName, plainName } from '../prompt/plain-name.ts';
import { cleanText } from './clean-text.ts';

/** A name between two braces, as other products write variables. */
const MUSTACHE = /\{\{\s*([\p{L}][\p{L}\p{N}_. -]*?)\s*\}\}/gu;

/**
 * A prompt written by a model, with its syntax repaired: misspelt variables become the known ones, and all other stray
 * braces become literal.
 * @param names the existing variables, by what the model may have called them
 * @param original the prompt it was based on: doubled braces in it are intended
 */
export function repairPrompt(
  written: string,
  names: ReadonlyMap<string, string>,
  original = '',
): string {
  const text = withoutMustaches(cleanText(written), names, original);
  return parsePrompt(text)
    .map((segment) => repaired(text, segment, names))
    .join('')
    .trim();
}

/** `{{review}}` is a variable if it is always written that way; beside `{review}` it is literal. */
function withoutMustaches(
  text: string,
  names: ReadonlyMap<string, string>,
  original: string,
): string {
  return text.replace(MUSTACHE, (whole, name: string) => {
    const known = names.get(name);
    const isVariable = known !== undefined && !original.includes(whole);
    return isVariable && !text.replaceAll(whole, '').includes(`{${name}}`) ? `{${known}}` : whole;
  });
}

/** The names unchanged, for `repairPrompt`. */
export function asWritten(names: Iterable<string>): Map<string, string> {
  return new Map([...names].map((name) => [name, name]));
}

function repaired(
  text: string,
  segment: PromptSegment,
  names: ReadonlyMap<string, string>,
): string {
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
  // JSON between braces is not a name.
  if (!/^[\p{L}][\p{L}\p{N}_. -]*$/u.test(written)) return undefined;
  const plain = plainName(written);
  return plain === undefined ? undefined : nearestName(plain, names.values());
}
