import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { ERRORS_MAX } from '#core/limits.ts';
import { document } from './contract.ts';

/** Prefix of references into the contract: `contract#/components/…`. */
export const CONTRACT_ID = 'contract';

/** Bodies are validated as they are. Parameters arrive as strings and are converted to the types in their schema. */
const bodies = contractValidators(false);
const parameters = contractValidators('array');

/**
 * Two validators: the first stops at the first error, which takes no longer than reading the data, and tests whether a
 * list is too long before its items. Only what it rejects is read again by the second one, for a list of errors.
 */
function contractValidators(coerceTypes: false | 'array') {
  return {
    first: contractValidator({ coerceTypes }),
    all: contractValidator({ coerceTypes, allErrors: true, code: { process: withoutSurplus } }),
  };
}

function contractValidator(given: Options): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, discriminator: true, ...given });
  addFormats(ajv);
  return ajv.addSchema({ ...withPlainUnions(document), $id: CONTRACT_ID });
}

/**
 * Makes the loops of Ajv's code, over lists and over names, end once there are enough errors. Ajv itself lists all of
 * them, and copies the list for each further one: 80,000 wrong items took 14 s.
 */
export function withoutSurplus(code: string): string {
  return code
    .replace(/(\bi\d+<len\d+);/g, `$1&&errors<${ERRORS_MAX};`)
    .replace(/(\bfor\(const key\d+ in [^)]+\)\{)/g, `$1if(errors>=${ERRORS_MAX})break;`);
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

/** The validation errors of a request. The error handler converts them to a problem. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid';
  readonly errors: readonly ErrorObject[];

  constructor(errors: readonly ErrorObject[]) {
    super("The request doesn't match the contract");
    this.errors = errors;
  }
}

const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const { first, all } = httpPart === 'body' ? bodies : parameters;
  const validator = lazily(() => first.compile(schema));
  const lister = lazily(() => all.compile(schema));
  return (data) => {
    const validate = validator();
    if (validate(data)) return { value: data };
    const [error] = validate.errors ?? [];
    // Its items are wrong too, if anything, but there are too many to read.
    if (error?.keyword === 'maxItems') return { error: new RequestInvalid([error]) };
    const list = lister();
    list(data);
    return { error: new RequestInvalid(list.errors ?? validate.errors ?? []) };
  };
};

/**
 * Makes a scope validate requests against the contract, with full JSON Schema support. Schemas are compiled on first use,
 * because most routes of a process are never called and compiling all of them would double the start-up time. Responses
 * are checked if their route has response schemas.
 */
export function validateByContract(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler as FastifySchemaCompiler<unknown>);
  app.setSerializerCompiler(({ schema, method, url, httpStatus }) => {
    const validator = lazily(() => bodies.first.compile(schema as object));
    return (data) => {
      const text = JSON.stringify(data);
      const validate = validator();
      if (validate(JSON.parse(text))) return text;
      const why = bodies.first.errorsText(validate.errors, { dataVar: 'body' });
      throw new Error(`${method} ${url}: the ${httpStatus} response violates the contract: ${why}`);
    };
  });
}

function lazily(make: () => ValidateFunction): () => ValidateFunction {
  let made: ValidateFunction | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
