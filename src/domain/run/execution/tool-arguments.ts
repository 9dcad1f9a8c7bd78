import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

/** Patterns come from people and texts from models: together they must not keep the process busy. */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // Ajv keeps what it made by this name.
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

/** What is wrong with the arguments of a tool's call, in words for the model; at most five things. */
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

/** Null for a schema that cannot be compiled: whoever answers the tool checks what they get. */
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
