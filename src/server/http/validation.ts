import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { document } from './contract.ts';

/** What references into the contract begin with: `contract#/components/…`. */
export const CONTRACT_ID = 'contract';

/** Bodies are taken as they are; parameters arrive as texts, so they become what their schema says. */
const bodies = contractValidator(false);
const parameters = contractValidator('array');

function contractValidator(coerceTypes: false | 'array'): Ajv2020 {
  const options = { allErrors: true, strict: false, validateSchema: false, discriminator: true };
  const ajv = new Ajv2020({ ...options, coerceTypes });
  addFormats(ajv);
  return ajv.addSchema({ ...withPlainUnions(document), $id: CONTRACT_ID });
}

/**
 * The contract with its unions as Ajv understands them: told apart by the constant in each variant, which makes the
 * mapping superfluous. What is wrong is then said of the variant that was meant, and not of all.
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

/** What is wrong with a request; the error handler makes a problem of it. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid';
  readonly errors: readonly ErrorObject[];

  constructor(errors: readonly ErrorObject[]) {
    super('The request does not fit the contract');
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
 * Makes a scope validate by the contract itself, with JSON Schema in full. Schemas are compiled when
 * first used: most routes of a process are never called, and compiling all would double the start.
 * Answers of routes that have response schemas are held against them.
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
      throw new Error(`${method} ${url} answers ${httpStatus} against the contract: ${why}`);
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
