import { parsePrompt } from './parse.ts';

/**
 * Fills a prompt: variables become their values, doubled braces single ones. A variable without a value
 * becomes nothing; mistakes stand as they were written. Values are never read as prompts. Never throws.
 * @param values text for each variable (see `renderInputs`)
 */
export function compilePrompt(text: string, values: Readonly<Record<string, string>>): string {
  let compiled = '';
  for (const segment of parsePrompt(text)) {
    if (segment.type === 'variable') {
      if (Object.hasOwn(values, segment.name)) compiled += values[segment.name];
    } else if (segment.type === 'escape') {
      compiled += segment.value;
    } else {
      compiled += text.slice(segment.start, segment.end);
    }
  }
  return compiled;
}
