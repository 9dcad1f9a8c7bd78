import { parsePrompt } from './parse.ts';

/**
 * Fills in a prompt: replaces variables with their values and doubled braces with single ones. A variable without a
 * value becomes empty; syntax mistakes stay as written. Values are never parsed as prompts. Never throws.
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
