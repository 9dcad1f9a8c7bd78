import { isObject } from '../json/is-object.ts';

/** Converts what a model wrote to the expected type. */

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}

/** A list unchanged; text is split at line breaks or commas. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf).filter((text) => text.trim() !== '');
  return typeof value === 'string' ? value.split(/[\n,;|]/).map((text) => text.trim()) : [];
}

export function flagOf(value: unknown, otherwise: boolean): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return otherwise;
  return /^(?:true|yes|required|1)$/i.test(value.trim());
}

/** The objects of a list, or of `{name: {…}}`; plain text is a name. Their members get names as in `snakeCased`. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (isObject(item)) return [snakeCased(item)];
      return typeof item === 'string' ? [{ name: item }] : [];
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, item]) =>
    isObject(item) ? { name, ...snakeCased(item) } : { name, description: textOf(item) },
  );
}

/** `systemPrompt`, `System prompt` → `system_prompt`, for the members of one object. */
export function snakeCased(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [snakeCase(name), item]));
}

function snakeCase(name: string): string {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
}

const KINDS: readonly [words: RegExp, kind: Kind][] = [
  [/^(?:enum|choice|select|option|category|literal)/, 'choice'],
  [/^(?:int|long$|whole)/, 'integer'],
  [/^(?:num|float|double|decimal|currency|amount|percent)/, 'number'],
  [/^(?:bool|flag|yes)/, 'boolean'],
  [/^(?:arr|list|str(?:ing)?\[\]|text\[\])/, 'list'],
  [/^(?:obj|json|map|dict|record|struct)/, 'object'],
  [/^(?:image|photo|picture)/, 'image'],
  [/^(?:file|pdf|attachment)/, 'file'],
];

type Kind =
  | 'choice'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'list'
  | 'object'
  | 'image'
  | 'file'
  | 'text';

/** The type that a model meant by a name from elsewhere: `string`, `Enum`, `array`. */
export function kindOf(type: unknown): Kind {
  const name = textOf(type).trim().toLowerCase();
  return KINDS.find(([words]) => words.test(name))?.[1] ?? 'text';
}
