import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../../diff.ts';
import { independentAjv } from './independent-ajv.ts';
import { readSchemaCases, type SchemaCase } from './schema-cases.ts';

const MEDIA = 'content/application~1json/schema';
/** Where each of the two operations uses the schema: one by reference, one deep inside another schema. */
const PLACES = {
  request: {
    'POST /one': '/paths/~1one/post/requestBody',
    'PUT /two': '/paths/~1two/put/requestBody',
  },
  response: {
    'POST /one': '/paths/~1one/post/responses/200',
    'PUT /two': '/paths/~1two/put/responses/200',
  },
};

/** Two operations that share one schema. */
function contract({ direction }: SchemaCase, schema: unknown, schemas: Record<string, unknown>) {
  const shared = { $ref: '#/components/schemas/Shared' };
  const operation = (body: unknown) => {
    const content = { 'application/json': { schema: body } };
    return direction === 'request'
      ? { requestBody: { required: true, content }, responses: { 204: { description: 'Done' } } }
      : { responses: { 200: { description: 'Here', content } } };
  };
  const deep = {
    type: 'object',
    properties: { list: { type: 'array', items: shared } },
    required: ['list'],
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Case', version: '1' },
    paths: { '/one': { post: operation(shared) }, '/two': { put: operation(deep) } },
    components: { schemas: { ...schemas, Shared: schema } },
  };
}

/** A second opinion that shares nothing with the differ: Ajv on the document itself. */
function validator(document: object) {
  const ajv = independentAjv();
  ajv.addSchema(document, 'contract:/');
  return (pointer: string, value: unknown) =>
    ajv.getSchema(`contract:/#${pointer}/${MEDIA}`)?.(value);
}

function check(test: SchemaCase): void {
  const base = contract(test, test.base, test.schemas[0]);
  const next = contract(test, test.next, test.schemas[1]);
  const { verdict, changes } = diffContracts(base, next);
  if (test.expected === 'no change') {
    expect(changes).toEqual([]);
    return;
  }
  expect({ verdict, changes }).toMatchObject({ verdict: test.expected });
  if (test.expected !== 'breaking') return;
  const breaking = changes.filter(({ level }) => level === 'breaking');
  expect(new Set(breaking.map(({ operation }) => operation))).toEqual(
    new Set(['POST /one', 'PUT /two']),
  );
  if (!test.isWitnessChecked) return;
  const [allowed, refused] = test.direction === 'request' ? [base, next] : [next, base];
  const [allows, refuses] = [validator(allowed), validator(refused)];
  for (const change of breaking) {
    expect(change).toHaveProperty('witness');
    const pointer = PLACES[test.direction][change.operation as 'POST /one' | 'PUT /two'];
    expect({ change, accepted: allows(pointer, change.witness) }).toMatchObject({ accepted: true });
    expect({ change, accepted: refuses(pointer, change.witness) }).toMatchObject({
      accepted: false,
    });
  }
}

describe.each(['values', 'texts', 'objects', 'lists', 'unions', 'meaning'])('%s', (file) => {
  it.each(readSchemaCases(file))('$name', check);
});
