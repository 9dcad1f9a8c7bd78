import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';

/**
 * Validation from the contract itself. Bodies are taken as they are; parameters arrive as texts, so
 * they are turned into what their schema says. Schemas are compiled when first used: most routes of a
 * process are never called, and compiling all of them would double the time to start.
 */
const base = {
  allErrors: true,
  strict: false,
  useDefaults: false,
  removeAdditional: false,
} as const;
const bodies = withFormats(new Ajv2020({ ...base, coerceTypes: false }));
const parameters = withFormats(new Ajv2020({ ...base, coerceTypes: 'array' }));

function withFormats(ajv: Ajv2020): Ajv2020 {
  addFormats(ajv);
  ajv.addKeyword('discriminator');
  return ajv;
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
  const validate = lazily(() => ajv.compile(schema));
  return (data) => {
    const run = validate();
    return run(data) ? { value: data } : { error: new RequestInvalid(run.errors ?? []) };
  };
};

/**
 * Makes a Fastify scope validate by the contract.
 * @param checkResponses whether answers are held against it too: on in tests and development
 */
export function validateByContract(app: FastifyInstance, checkResponses: boolean): void {
  app.setValidatorCompiler(validatorCompiler as FastifySchemaCompiler<unknown>);
  app.setSerializerCompiler(({ schema, method, url, httpStatus }) => {
    if (!checkResponses) return JSON.stringify;
    const validate = lazily(() => bodies.compile(schema as object));
    return (data) => {
      const text = JSON.stringify(data);
      const run = validate();
      if (!run(JSON.parse(text))) {
        const why = bodies.errorsText(run.errors, { dataVar: 'body' });
        throw new Error(`${method} ${url} answers ${httpStatus} against the contract: ${why}`);
      }
      return text;
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
