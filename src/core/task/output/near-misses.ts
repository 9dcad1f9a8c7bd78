import { isObject } from '#core/json/is-object.ts';
import type { OutputField } from '#generated/model/index.ts';

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const WORDS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

/**
 * Fixes what a model nearly got right: names and options spelled differently, numbers and booleans as text, a single
 * item instead of a list, the object nested in another. Nothing is lost or guessed; whatever is left unchanged still
 * violates the format.
 */
export function fixNearMisses(fields: readonly OutputField[], value: unknown): unknown {
  const inner = unwrapped(fields, value);
  return isObject(inner) ? fixObject(fields, inner) : inner;
}

/** The object that is meant by `{"result": {…}}` or `[{…}]`. */
function unwrapped(fields: readonly OutputField[], value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? unwrapped(fields, value[0]) : value;
  if (!isObject(value)) return value;
  const [only, ...more] = Object.entries(value);
  if (!only || more.length > 0 || !isObject(only[1])) return value;
  const isField = fields.some(({ name }) => plain(name) === plain(only[0]));
  return isField ? value : only[1];
}

function fixObject(
  fields: readonly OutputField[],
  value: Record<string, unknown>,
): Record<string, unknown> {
  const known = new Map(fields.map((field) => [field.name, field]));
  const fixed = new Map<string, unknown>();
  const unknown: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = known.get(key);
    if (field) fixed.set(key, fixField(field, item));
    else unknown.push([key, item]);
  }
  for (const [key, item] of unknown) {
    const free = fields.filter(({ name }) => !fixed.has(name));
    const meant = free.filter(({ name }) => plain(name) === plain(key));
    if (meant[0] && meant.length === 1) fixed.set(meant[0].name, fixField(meant[0], item));
    // A value that cannot be meant for an absent field is superfluous, not wrong.
    else if (free.some((field) => isLike(field, key))) fixed.set(key, item);
  }
  return Object.fromEntries(fixed);
}

function fixField(field: OutputField, value: unknown): unknown {
  if (!field.list || value === null) return fixItem(field, value);
  if (Array.isArray(value)) return value.map((item) => fixItem(field, item));
  const isOne = typeof value === 'string' ? !/[,;\n]/.test(value) : value !== undefined;
  return isOne ? [fixItem(field, value)] : value;
}

function fixItem(field: OutputField, value: unknown): unknown {
  switch (field.type) {
    case 'object':
      return isObject(value) ? fixObject(field.fields ?? [], value) : value;
    case 'number':
    case 'integer':
      return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? (WORDS.get(value.trim().toLowerCase()) ?? value) : value;
    case 'text':
      return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
        ? String(value)
        : value;
    case 'choice': {
      if (typeof value !== 'string' || field.options?.includes(value)) return value;
      const meant = field.options?.filter((option) => plain(option) === plain(value)) ?? [];
      return meant.length === 1 ? meant[0] : value;
    }
  }
}

/** Whether an unknown name shares a word with a field's name, and may therefore mean that field. */
function isLike({ name }: OutputField, key: string): boolean {
  const words = wordsOf(name);
  return wordsOf(key).some((word) => words.includes(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
}

/** Treats `dueOn`, `Due-on` and `due_on` as the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}
