import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faker } from '@faker-js/faker';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generate } from 'orval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import config from '../../../orval.config.ts';

/** One contract with all that orval 8.38 is known to get wrong, generated as ours is. */
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

const thing = {
  type: 'object',
  required: ['code', 'kind', 'price', 'ratio', 'count', 'step'],
  properties: {
    code: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
    kind: { type: 'string', pattern: '^(a|bb)$' },
    price: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    ratio: { type: 'number', minimum: 0, exclusiveMaximum: 0.01 },
    count: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 4 },
    step: { type: 'number', multipleOf: 0.1, minimum: 0, maximum: 2 },
  },
  examples: [{ code: 'AAA-1' }],
};
const contract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/thing': {
      patch: {
        operationId: 'updateThing',
        tags: ['thing'],
        requestBody: { required: true, content: json(refTo('ThingUpdate')) },
        responses: {
          200: { description: 'Changed.', content: json(refTo('Thing')) },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      get: {
        operationId: 'getThing',
        tags: ['thing'],
        responses: {
          200: {
            description: 'The thing.',
            content: { ...json(refTo('Thing')), 'text/csv': { schema: { type: 'string' } } },
          },
        },
      },
    },
  },
  components: {
    responses: { NotFound: { description: 'None.', content: json(refTo('Problem')) } },
    schemas: {
      Thing: thing,
      Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      Size: { type: 'integer', default: 3 },
      ThingUpdate: {
        type: 'object',
        properties: { name: { type: 'string', default: 'Unnamed' }, size: refTo('Size') },
      },
    },
  },
};

interface Model {
  Thing: ZodType;
  ThingUpdate: ZodType;
}
type Factories = Record<'getThingMock' | 'getGetThingResponseMock', () => unknown>;

let folder: string;
let model: Model;
let factories: Factories;
let hooks: string;

beforeAll(async () => {
  const { input, output } = (config as unknown as { taskloom: Record<'input' | 'output', object> })
    .taskloom;
  // Within the project: what is generated imports zod and faker.
  const build = join(import.meta.dirname, '../../../build');
  await mkdir(build, { recursive: true });
  folder = await mkdtemp(join(build, 'orval-test-'));
  const at = (name: string) => join(folder, name);
  await writeFile(at('contract.json'), JSON.stringify(contract));
  const { override, mock, ...rest } = output as {
    override: object;
    mock: { generators: object[] };
  };
  await generate(
    {
      input: { ...input, target: at('contract.json') },
      output: {
        ...rest,
        target: at('api'),
        schemas: { path: at('model'), type: 'zod' },
        mock: { ...mock, generators: [mock.generators[0], { type: 'faker', schemas: true }] },
        override: { ...override, mutator: undefined, operations: {} },
      },
    } as unknown as Parameters<typeof generate>[0],
    folder,
  );
  const load = (name: string): Promise<unknown> => import(/* @vite-ignore */ at(name));
  model = (await load('model/index.ts')) as Model;
  factories = {
    ...((await load('model/index.faker.ts')) as Factories),
    ...((await load('api/thing/thing.faker.ts')) as Factories),
  };
  hooks = await readFile(at('api/thing/thing.ts'), 'utf8');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What does not fit of what is made over many seeds. */
function misfits(make: () => unknown, schema: object): unknown[] {
  const fits = new Ajv2020({ strict: false }).compile(schema);
  return Array.from({ length: 300 }, (_, seed) => {
    faker.seed(seed);
    return make();
  }).filter((value) => !fits(value));
}

describe('what orval makes of', () => {
  it.each(['getThingMock', 'getGetThingResponseMock'] as const)(
    'patterns, steps and exclusive bounds fits them (%s)',
    (name) => {
      expect(misfits(factories[name], thing)).toEqual([]);
    },
  );

  it('two media types under one status is the JSON one', () => {
    expect(hooks).not.toContain('text/csv');
    expect(hooks).not.toMatch(/Promise<Thing \| string>/);
  });

  it('defaults in the body of a PATCH puts nothing in, also behind a $ref', () => {
    expect(model.ThingUpdate.parse({})).toEqual({});
    expect(model.ThingUpdate.parse({ name: 'Mine' })).toEqual({ name: 'Mine' });
  });

  it('a response behind a $ref is a typed error', () => {
    expect(hooks).toMatch(/TError = (ErrorType<)?Problem/);
  });

  it('bounds is checked by its zod as the contract says', () => {
    const good = { code: 'ABC-1', kind: 'a', price: 1, ratio: 0, count: 1, step: 0.1 };
    expect(model.Thing.safeParse(good).success).toBe(true);
    for (const wrong of [{ price: 0 }, { ratio: 0.01 }, { count: 4 }, { kind: 'b' }])
      expect(model.Thing.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});
