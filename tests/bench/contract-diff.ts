import { diffContracts } from '../../src/contract/diff.ts';

type Json = Record<string, unknown>;

/** Budget: cold under 1 s, warm under 200 ms, for two contracts with 300 operations. */
export async function benchContractDiff(): Promise<object> {
  const base = contract(300, 100);
  const results: Record<string, object> = {};
  for (const [name, next] of [
    ['nothing changed', contract(300, 100)],
    ['one schema changed', contract(300, 100, (index) => (index === 7 ? 90 : 100))],
    ['every tenth schema changed', contract(300, 100, (index) => (index % 10 === 0 ? 90 : 100))],
  ] as const) {
    const times: number[] = [];
    let changes = 0;
    for (let run = 0; run < 6; run += 1) {
      const start = performance.now();
      changes = diffContracts(base, next).changes.length;
      times.push(performance.now() - start);
    }
    const [cold = 0, ...warm] = times;
    const median = warm.sort((a, b) => a - b)[2] ?? 0;
    results[name] = { changes, 'cold ms': Math.round(cold), 'warm ms': Math.round(median) };
  }
  return results;
}

/** Creates list and update operations. Each resource has a schema with twenty fields that refers to the previous one. */
function contract(operations: number, usual: number, lengthOf = (_: number) => usual): Json {
  const count = operations / 2;
  const schemas: Json = { Problem: { type: 'object', properties: { title: { type: 'string' } } } };
  const paths: Json = {};
  for (let index = 0; index < count; index += 1) {
    const fields = Array.from({ length: 20 }, (_, at) => [
      `field_${at}`,
      { type: 'string', maxLength: at === 3 ? lengthOf(index) : 100, description: 'A field.' },
    ]);
    const before = { $ref: `#/components/schemas/Thing${index % 10 === 0 ? index : index - 1}` };
    schemas[`Thing${index}`] = {
      type: 'object',
      properties: { ...Object.fromEntries(fields), before },
      required: ['field_0'],
    };
    const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
    const thing = { $ref: `#/components/schemas/Thing${index}` };
    const failed = { description: 'Failed', ...content({ $ref: '#/components/schemas/Problem' }) };
    paths[`/thing${index}/{id}`] = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: 'Here', ...content(thing) }, 404: failed } },
      put: {
        requestBody: content(thing),
        responses: { 200: { description: 'Here', ...content(thing) }, 400: failed },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1' },
    paths,
    components: { schemas },
  };
}
