import type { FastifyInstance, FastifySchema } from 'fastify';
import { shapeOf } from '#domain/request/contract.ts';
import { responseCheck } from '#domain/request/validation.ts';
import type { OperationId } from '#generated/operations/index.ts';

/** The schemas of an operation's responses, as pointers into the contract, for `checkResponses`. */
export function validatedResponses(id: OperationId): FastifySchema {
  const declared = [...shapeOf(id).responses].flatMap(([status, pointer]) =>
    pointer === undefined ? [] : [[status, { $ref: pointer }] as const],
  );
  return { response: Object.fromEntries(declared) };
}

/** Makes a scope check responses against the contract, if their route has response schemas. */
export function checkResponses(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema, method, url, httpStatus }) => {
    const violation = responseCheck((schema as unknown as { $ref: string }).$ref);
    return (data) => {
      const text = JSON.stringify(data);
      const why = violation(JSON.parse(text));
      if (why === undefined) return text;
      throw new Error(`${method} ${url}: the ${httpStatus} response violates the contract: ${why}`);
    };
  });
}
