import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A second opinion for tests: an Ajv that shares nothing with the differ's. */
export function independentAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    multipleOfPrecision: 9,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return ajv;
}
