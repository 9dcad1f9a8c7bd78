import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { onceFor } from '#core/cache/once-for.ts';
import { sorted } from '#core/json/sorted.ts';
import { compilePattern } from '#core/pattern/pattern.ts';

/** Longer arguments are a mistake of the model, and comparing them with a large schema would block the process. */
const ARGUMENTS_MAX = 200_000;
/** How much all patterns together may take for one call, in steps of the engine: about 50 ms at worst. */
const STEPS_MAX = 2_000_000;

/** The steps left for the validation in progress, which doesn't wait for anything. */
let stepsLeft = STEPS_MAX;

/**
 * Patterns come from people and texts from models; together they must not be able to block the process. A pattern that
 * our engine does not know, or a text that is too long for it, is left to the tool, which validates its input.
 */
const regExp = Object.assign(
  (source: string) => {
    const pattern = compiledPattern(source);
    const test = (text: string) => {
      stepsLeft -= pattern?.stepsFor(text) ?? 0;
      return stepsLeft < 0 || (pattern?.test(text) ?? true);
    };
    // Ajv names compiled patterns by this.
    return { test, toString: () => source };
  },
  { code: 'RE2JS' },
);

/** Ajv compares each item with each other, or with each value of the list; this takes linear time. */
const LINEAR: readonly FuncKeywordDefinition[] = [
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isUnique: boolean) => (items: unknown[]) =>
      !isUnique || new Set(items.map(identity)).size === items.length,
    error: { message: 'must NOT have duplicate items' },
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    compile(values: unknown[]) {
      const known = new Set(values.map(identity));
      return (value: unknown) => known.has(identity(value));
    },
    error: { message: 'must be equal to one of the allowed values' },
  },
];

/** The first error in a tool call's arguments, worded for the model. */
export function argumentMistakes(schema: object, args: unknown): string[] {
  if (args === undefined) return ['they are not JSON'];
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return ['they must be a JSON object'];
  if (JSON.stringify(args).length > ARGUMENTS_MAX)
    return [`they have more than ${ARGUMENTS_MAX.toLocaleString('en-US')} characters`];
  const validate = validatorOf(schema);
  stepsLeft = STEPS_MAX;
  if (!validate || validate(args)) return [];
  return (validate.errors ?? [])
    .slice(0, 1)
    .map(({ instancePath, message }) => `${instancePath || 'the object'} ${message ?? 'is wrong'}`);
}

/** Null when the schema cannot be compiled; the tool itself validates its input. */
const validatorOf = onceFor((schema: object): ValidateFunction | null => {
  try {
    const { $id: _id, ...rest } = schema as Record<string, unknown>;
    return newAjv().compile(rest);
  } catch {
    return null;
  }
});

/** One for each schema: Ajv remembers each `$id` in it, and would let another organisation's schema refer to that. */
function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    ownProperties: true,
    // biome-ignore lint/suspicious/noExplicitAny: Ajv's type wants all of a RegExp, of which it uses `test`
    code: { regExp: regExp as any },
  });
  addFormats.default(ajv);
  for (const keyword of LINEAR) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  return ajv;
}

function compiledPattern(source: string): ReturnType<typeof compilePattern> | undefined {
  try {
    return compilePattern(source);
  } catch {
    return undefined;
  }
}

/** The same text for the same JSON. */
function identity(value: unknown): string {
  return JSON.stringify(sorted(value));
}
