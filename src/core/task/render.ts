import type { InputValues } from './inputs.ts';

/**
 * A value as it stands in a prompt: text as it is, a list of plain values as lines, other JSON indented
 * by two spaces, nothing for null and undefined.
 */
export function renderValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain))
    return value.map(String).join('\n');
  if (isPlain(value)) return String(value);
  return JSON.stringify(value, null, 2);
}

/** All values as text, for `compilePrompt`. */
export function renderInputs(values: InputValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renderValue(value)]),
  );
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
