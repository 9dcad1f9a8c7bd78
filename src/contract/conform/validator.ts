import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { unescapePointer } from '#core/json/pointer.ts';
import { kept } from '../diff/kept.ts';
import { toJsonSchema } from '../diff/schema/confirm.ts';
import { accepts, refusalsOf } from '../diff/schema/evaluate.ts';
import type { SchemaNode } from '../diff/schema/node.ts';

/** What is wrong with a value, in one sentence. */
export interface Violation {
  keyword: string;
  /** Where in the value; indexes are `*`, so that one cause has one place. */
  place: string;
  message: string;
}

/** Whether a value is valid; `unsure` when two implementations of JSON Schema disagree. */
export type Validity = 'valid' | 'invalid' | 'unsure';

export type Validator = ReturnType<typeof createValidator>;

export function createValidator() {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: true,
    multipleOfPrecision: 9,
    logger: false,
    addUsedSchema: false,
    // The schemas are built here, so validating them is unnecessary, and it is slow.
    validateSchema: false,
    meta: false,
    formats: fullFormats,
  });
  const echoes = new Set<string>();
  const compiled = new Map<number, ValidateFunction>();
  const compile = (node: SchemaNode) =>
    kept(compiled, node.id, () => ajv.compile(toJsonSchema(node)));
  return {
    judge(node: SchemaNode, value: unknown): Validity {
      const first = accepts(node, value);
      if (compile(node)(value) !== first) return 'unsure';
      return first ? 'valid' : 'invalid';
    },
    /** The first violation that Ajv finds, or undefined. */
    violation(node: SchemaNode, value: unknown): Violation | undefined {
      const validate = compile(node);
      if (validate(value)) return undefined;
      const errors = notEchoed(validate.errors ?? [], echoes);
      if (errors.length === 0) return undefined;
      // A union's own error says less than the errors of the closest variant.
      const plain = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword));
      const error = plain.length > 0 && plain.length === errors.length ? plain[0] : errors.at(-1);
      return error ? toViolation(error) : undefined;
    },
    /** Records the texts of a request. A server that only repeats them is not responsible for their formats. */
    sent: (value: unknown) => collect(value, echoes),
    /** The keywords that a value violates. */
    keywords: (node: SchemaNode, value: unknown) => [
      ...new Set(refusalsOf(node, value).map((r) => r.keyword)),
    ],
  };
}

/** Drops errors about formats that our own text violates, and errors that follow from them. */
function notEchoed(errors: readonly ErrorObject[], echoes: ReadonlySet<string>): ErrorObject[] {
  const places = new Set(
    errors
      .filter(({ keyword, data }) => keyword === 'format' && echoes.has(String(data)))
      .map(({ instancePath }) => instancePath),
  );
  return errors.filter(({ instancePath }) => !places.has(instancePath));
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) collect(inner, texts);
}

function toViolation({ keyword, params, instancePath, message = '' }: ErrorObject): Violation {
  const extra: unknown =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const parts = instancePath.split('/').slice(1);
  const names = [...parts, ...(typeof extra === 'string' ? [extra] : [])].map((name) =>
    /^\d+$/.test(name) ? '*' : unescapePointer(name),
  );
  return { keyword, place: names.join('.'), message: sentence(keyword, params, message) };
}

function sentence(keyword: string, params: Record<string, unknown>, message: string): string {
  switch (keyword) {
    case 'required':
      return 'is required, but missing';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not declared, and additional properties are not allowed';
    case 'enum':
      return `must be one of ${JSON.stringify(params.allowedValues)}`;
    default:
      return message;
  }
}
