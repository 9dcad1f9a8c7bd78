import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LISTED_VALUES_MAX } from '#core/limits.ts';
import { document, type Shape } from './contract.ts';
import { ofNearestVariants } from './nearest-variant.ts';

/** Prefix of references into the contract: `contract#/components/…`. */
const CONTRACT_ID = 'contract';

/** Bodies are validated as they are. Parameters arrive as strings and are converted to the types in their schema. */
const bodies = contractValidators(false);
const parameters = contractValidators('array');

type Validators = ReturnType<typeof contractValidators>;

/**
 * Two validators: the first stops at the first error, which takes no longer than reading the data, and tests whether a
 * list is too long before its items. The second one lists the errors of small data that the first rejects: Ajv copies
 * its list for each further error, so 80,000 wrong items took 14 s.
 */
function contractValidators(coerceTypes: false | 'array') {
  return {
    first: contractValidator({ coerceTypes, verbose: true }),
    all: contractValidator({ coerceTypes, verbose: true, allErrors: true }),
    /** Checks of the variants of unions, by reference. */
    variants: new Map<string, Check>(),
  };
}

function contractValidator(given: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, discriminator: true, ...given });
  addFormats.default(ajv);
  // As browsers read them: people also type addresses with umlauts or spaces.
  ajv.addFormat('uri', URL.canParse);
  return ajv.addSchema({ ...withPlainUnions(document), $id: CONTRACT_ID });
}

/**
 * The contract with its unions in the form that Ajv understands: variants are identified by their constant, so the
 * mapping is removed. Errors then refer to the intended variant only.
 */
function withPlainUnions(whole: typeof document) {
  const schemas = Object.entries((whole.components as { schemas?: object }).schemas ?? {}).map(
    ([name, schema]) => {
      const { discriminator } = schema as { discriminator?: { propertyName: string } };
      if (!discriminator) return [name, schema];
      const { propertyName } = discriminator;
      return [name, { ...schema, type: 'object', discriminator: { propertyName } }];
    },
  );
  const components = { ...whole.components, schemas: Object.fromEntries(schemas) };
  return { ...whole, components };
}

/** The parts of a request, in the order in which they are validated. */
export const PARTS = ['params', 'body', 'query', 'headers'] as const;
export type Part = (typeof PARTS)[number];

type Check = (data: unknown) => readonly ErrorObject[];
type Checks = Partial<Record<Part, Check>>;
const checks = new Map<Shape, Checks>();

/** What is wrong with one part of a request. Parameters are converted in place. */
export function mistakesIn(shape: Shape, part: Part, data: unknown): readonly ErrorObject[] {
  const known = checks.get(shape) ?? checksOf(shape);
  checks.set(shape, known);
  return known[part]?.(data) ?? [];
}

function checksOf(shape: Shape): Checks {
  const { body } = shape;
  return {
    ...parameterCheck(shape, 'path', 'params'),
    ...(body !== undefined && { body: check(bodies, reference(body)) }),
    ...parameterCheck(shape, 'query', 'query'),
    ...parameterCheck(shape, 'header', 'headers'),
  };
}

function parameterCheck(shape: Shape, place: string, part: Part): Checks {
  const declared = shape.parameters.filter((parameter) => parameter.in === place);
  if (declared.length === 0) return {};
  // Headers are compared in lower case.
  const nameOf = ({ name }: { name: string }) => (place === 'header' ? name.toLowerCase() : name);
  const properties = declared.map((entry) => [nameOf(entry), reference(entry.schema)]);
  const required = declared.filter((parameter) => parameter.required).map(nameOf);
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  return { [part]: check(parameters, schema) };
}

/**
 * Schemas are compiled on first use, because most operations of a process are never called and compiling all of them
 * would double the start-up time.
 */
function check(validators: Validators, schema: object): Check {
  const validator = lazily(() => validators.first.compile(schema));
  const lister = lazily(() => validators.all.compile(schema));
  return (data) => {
    const validate = validator();
    if (validate(data)) return [];
    const list = isSmall(data) ? lister() : validate;
    if (list !== validate) list(data);
    return ofNearestVariants(list.errors ?? validate.errors ?? [], (variant, part) =>
      variantCheck(validators, variant)(part),
    );
  };
}

/** Whether data has few enough values that all its errors can be listed. Stops counting at the limit. */
function isSmall(data: unknown): boolean {
  const values = [data];
  for (const value of values) {
    if (values.length > LISTED_VALUES_MAX) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const key in value) {
      values.push((value as Record<string, unknown>)[key]);
      if (values.length > LISTED_VALUES_MAX) return false;
    }
  }
  return true;
}

/** Compiled once: Ajv never discards what it has compiled, so compiling for each wrong request would leak memory. */
function variantCheck(validators: Validators, pointer: string): Check {
  const known = validators.variants.get(pointer) ?? check(validators, reference(pointer));
  validators.variants.set(pointer, known);
  return known;
}

/** A check of data that is not part of a request, against a schema of the contract. */
export function schemaCheck(name: string): (data: unknown) => readonly ErrorObject[] {
  return check(bodies, reference(`#/components/schemas/${name}`));
}

/** Checks a response. Returns why it violates the contract; undefined if it doesn't. */
export function responseCheck(pointer: string): (body: unknown) => string | undefined {
  const validator = lazily(() => bodies.first.compile(reference(pointer)));
  return (body) => {
    const validate = validator();
    if (validate(body)) return undefined;
    return bodies.first.errorsText(validate.errors, { dataVar: 'body' });
  };
}

function reference(pointer: string): { $ref: string } {
  return { $ref: CONTRACT_ID + pointer };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
