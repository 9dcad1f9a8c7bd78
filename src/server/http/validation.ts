import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { document } from './contract.ts';

/** Prefix of references into the contract: `contract#/components/…`. */
export const CONTRACT_ID = 'contract';

/** Bodies are validated as they are. Parameters arrive as strings and are converted to the types in their schema. */
const bodies = contractValidator(false);
const parameters = contractValidator('array');

function contractValidator(coerceTypes: false | 'array'): Ajv2020 {
  const options = { allErrors: true, strict: false, validateSchema: false, discriminator: true };
  const ajv = new Ajv2020({ ...options, coerceTypes });
  addFormats(ajv);
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
  const ajv = httpPart === 'body' ? bodies : parameters;
  const validator = lazily(() => ajv.compile(schema));
  return (data) => {
    const validate = validator();
    return validate(data) ? { value: data } : { error: new RequestInvalid(validate.errors ?? []) };
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
    const validator = lazily(() => bodies.compile(schema as object));
    return (data) => {
      const text = JSON.stringify(data);
      const validate = validator();
      if (validate(JSON.parse(text))) return text;
      const why = bodies.errorsText(validate.errors, { dataVar: 'body' });
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
