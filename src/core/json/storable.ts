import type { FieldError } from '#generated/model/index.ts';
import { escapePointer } from './pointer.ts';

/** Real data is not nested deeper than this, and deeper nesting would break recursive code. */
const MAX_DEPTH = 64;

/**
 * Finds what the contract allows in free-form data but the database cannot store: texts with U+0000 or half a surrogate
 * pair, and values nested too deeply.
 * @param prefix pointer to the value: '' for the body, '/query' for the query
 */
export function unstorable(value: unknown, prefix = ''): FieldError | undefined {
  // A fast check first: nearly all values are storable, and finding the place of an invalid character is much slower.
  return isWhollyStorable(value, 0) ? undefined : find(value, prefix);
}

function isWhollyStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((part) => isWhollyStorable(part, depth + 1));
  for (const key of Object.keys(value)) {
    if (!isStorable(key)) return false;
    if (!isWhollyStorable((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function find(value: unknown, prefix: string): FieldError | undefined {
  const open: [value: unknown, pointer: string, depth: number][] = [[value, prefix, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, pointer, depth] = next;
    if (typeof current === 'string' && !isStorable(current)) return badText(pointer);
    if (typeof current !== 'object' || current === null) continue;
    if (depth === MAX_DEPTH) return { pointer, message: `Nested deeper than ${MAX_DEPTH} levels` };
    for (const [key, part] of Object.entries(current)) {
      const at = `${pointer}/${escapePointer(key)}`;
      if (!isStorable(key)) return badText(at);
      open.push([part, at, depth + 1]);
    }
  }
  return undefined;
}

function badText(pointer: string): FieldError {
  return {
    pointer,
    message: 'Contains characters that are not valid text (U+0000 or half a surrogate pair)',
  };
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
