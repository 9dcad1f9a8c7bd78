import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

/** Patterns come from people and texts from models; together they must not be able to block the process. */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // Ajv caches compiled schemas under this name.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'RE2JS' },
);
const ajv = new Ajv2020({
  strict: false,
  logger: false,
  allErrors: true,
  ownProperties: true,
  // biome-ignore lint/suspicious/noExplicitAny: Ajv's type wants all of a RegExp, of which it uses `test`
  code: { regExp: regExp as any },
});
addFormats.default(ajv);
const compiled = new WeakMap<object, ValidateFunction | null>();

/** The errors in a tool call's arguments, worded for the model; at most five. */
export function argumentMistakes(schema: object, args: unknown): string[] {
  if (args === undefined) return ['they are not JSON'];
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    return ['they must be a JSON object'];
  const validate = validatorOf(schema);
  if (!validate || validate(args)) return [];
  return (validate.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath || 'the object'} ${message ?? 'is wrong'}`);
}

/** Null when the schema cannot be compiled; the tool itself validates its input. */
function validatorOf(schema: object): ValidateFunction | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

function compile(schema: object): ValidateFunction | null {
  try {
    // An `$id` would be remembered beyond this schema.
    const { $id: _id, ...rest } = schema as Record<string, unknown>;
    const validate = ajv.compile(rest);
    ajv.removeSchema(rest);
    return validate;
  } catch {
    return null;
  }
}
