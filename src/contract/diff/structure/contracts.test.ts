import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../diff.ts';
import type { Verdict } from '../types.ts';
import { type Json, json, ok, one, query, s, withQuery } from './testing.ts';

const schemes = (securitySchemes: Json, security: unknown[]) =>
  one({}, { components: { securitySchemes }, security });
const bearer = { type: 'http', scheme: 'bearer' };
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t', scopes: {} } } };
const pets = (mapping: Json) =>
  one(ok({ $ref: '#/components/schemas/Pet' }), {
    components: {
      schemas: {
        Pet: {
          oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
          discriminator: { propertyName: 'kind', mapping },
        },
        Cat: {
          type: 'object',
          properties: { kind: s, lives: { type: 'integer' } },
          required: ['kind'],
        },
        Dog: { type: 'object', properties: { kind: s }, required: ['kind'] },
      },
    },
  });
const hook = (schema: unknown): Json => ({
  post: {
    requestBody: { required: true, ...json(schema) },
    responses: { 200: { description: 'ok' } },
  },
});

/** Forwards, and in reverse. */
const pairs: [name: string, base: Json, next: Json, forward: Verdict, backward: Verdict][] = [
  ['operation removed', one({}), { ...one({}), paths: {} }, 'breaking', 'compatible'],
  [
    'path parameter renamed',
    one({ parameters: [{ name: 'id', in: 'path', required: true, schema: s }] }),
    {
      openapi: '3.1.0',
      paths: {
        '/a/{key}': {
          post: { ...ok(), parameters: [{ name: 'key', in: 'path', required: true, schema: s }] },
        },
      },
    },
    'compatible',
    'compatible',
  ],
  ['optional parameter added', one({}), withQuery({}), 'compatible', 'risky'],
  ['required parameter added', one({}), withQuery({ required: true }), 'breaking', 'risky'],
  [
    'parameter became required',
    withQuery({}),
    withQuery({ required: true }),
    'breaking',
    'compatible',
  ],
  [
    'parameter moved',
    withQuery({}),
    one({ parameters: [query({ in: 'header' })] }),
    'breaking',
    'breaking',
  ],
  [
    'parameter tightened',
    withQuery({}),
    withQuery({ schema: { type: 'string', maxLength: 3 } }),
    'breaking',
    'compatible',
  ],
  [
    'number to text in a query',
    withQuery({ schema: { type: 'integer' } }),
    withQuery({}),
    'compatible',
    'breaking',
  ],
  [
    'text to a list of texts in a query',
    withQuery({}),
    withQuery({ schema: { type: 'array', items: s } }),
    'compatible',
    'breaking',
  ],
  [
    'style of a list',
    withQuery({ schema: { type: 'array', items: s } }),
    withQuery({ schema: { type: 'array', items: s }, explode: false }),
    'breaking',
    'breaking',
  ],
  ['body added', one({}), one({ requestBody: json(s) }), 'compatible', 'breaking'],
  [
    'required body added',
    one({}),
    one({ requestBody: { ...json(s), required: true } }),
    'breaking',
    'breaking',
  ],
  [
    'body became required',
    one({ requestBody: json(s) }),
    one({ requestBody: { ...json(s), required: true } }),
    'breaking',
    'compatible',
  ],
  [
    'media type removed',
    one({ requestBody: { content: { 'application/json': {}, 'text/plain': {} } } }),
    one({ requestBody: { content: { 'application/json': {} } } }),
    'breaking',
    'compatible',
  ],
  [
    'media range covers',
    one({ requestBody: { content: { 'application/json': {} } } }),
    one({ requestBody: { content: { 'application/*': {} } } }),
    'compatible',
    'breaking',
  ],
  [
    'success status removed',
    one({ responses: { 200: { description: '' }, 202: { description: '' } } }),
    one({ responses: { 200: { description: '' } } }),
    'breaking',
    'risky',
  ],
  [
    'error status removed',
    one({ responses: { 200: { description: '' }, 404: { description: '' } } }),
    one({ responses: { 200: { description: '' } } }),
    'compatible',
    'compatible',
  ],
  [
    'response body removed',
    one({}),
    one({ responses: { 200: { description: '' } } }),
    'breaking',
    'compatible',
  ],
  [
    'response header removed',
    one({ responses: { 200: { headers: { Link: { schema: s, required: true } } } } }),
    one({ responses: { 200: {} } }),
    'breaking',
    'compatible',
  ],
  [
    'response enum grew',
    one(ok({ enum: ['a'] })),
    one(ok({ enum: ['a', 'b'] })),
    'breaking',
    'compatible',
  ],
  ['security added', one({}), schemes({ b: bearer }, [{ b: [] }]), 'breaking', 'compatible'],
  [
    'security alternative added',
    schemes({ b: bearer, k: key }, [{ b: [] }]),
    schemes({ b: bearer, k: key }, [{ b: [] }, { k: [] }]),
    'compatible',
    'breaking',
  ],
  [
    'scope added',
    schemes({ o: oauth }, [{ o: ['a'] }]),
    schemes({ o: oauth }, [{ o: ['a', 'b'] }]),
    'breaking',
    'compatible',
  ],
  [
    'key header renamed',
    schemes({ k: key }, [{ k: [] }]),
    schemes({ k: { ...key, name: 'X-Other' } }, [{ k: [] }]),
    'breaking',
    'breaking',
  ],
  [
    'server removed',
    one({}, { servers: [{ url: 'https://a.example' }, { url: 'https://b.example' }] }),
    one({}, { servers: [{ url: 'https://a.example' }] }),
    'breaking',
    'compatible',
  ],
  ['deprecated', one({}), one({ deprecated: true }), 'compatible', 'compatible'],
  [
    'discriminator name changed',
    pets({ cat: 'Cat', dog: 'Dog' }),
    pets({ kitty: 'Cat', dog: 'Dog' }),
    'breaking',
    'breaking',
  ],
  [
    'webhook body loses a required field',
    one(
      {},
      { webhooks: { done: hook({ type: 'object', properties: { a: s }, required: ['a'] }) } },
    ),
    one({}, { webhooks: { done: hook({ type: 'object', properties: { a: s } }) } }),
    'breaking',
    'compatible',
  ],
  [
    'callback body loses a required field',
    one({
      callbacks: {
        done: {
          '{$request.body#/url}': hook({ type: 'object', properties: { a: s }, required: ['a'] }),
        },
      },
    }),
    one({
      callbacks: {
        done: { '{$request.body#/url}': hook({ type: 'object', properties: { a: s } }) },
      },
    }),
    'breaking',
    'compatible',
  ],
  ['webhook removed', one({}, { webhooks: { done: hook(s) } }), one({}), 'breaking', 'compatible'],
];

const same: [name: string, base: Json, next: Json][] = [
  [
    'parameter moved to the path level',
    withQuery({}),
    { openapi: '3.1.0', paths: { '/a/{id}': { parameters: [query({})], post: ok() } } },
  ],
  [
    'parameter moved to components',
    withQuery({}),
    one(
      { parameters: [{ $ref: '#/components/parameters/Q' }] },
      { components: { parameters: { Q: query({}) } } },
    ),
  ],
  [
    'style written out',
    withQuery({}),
    withQuery({ style: 'form', explode: true, required: false }),
  ],
  [
    'security restated',
    schemes({ b: bearer }, [{ b: [] }]),
    one({ security: [{ b: [] }] }, { components: { securitySchemes: { b: bearer } } }),
  ],
  [
    'security scheme renamed',
    schemes({ b: bearer }, [{ b: [] }]),
    schemes({ other: { ...bearer, bearerFormat: 'JWT' } }, [{ other: [] }]),
  ],
  [
    'server with a slash',
    one({}, { servers: [{ url: 'https://a.example' }] }),
    one({}, { servers: [{ url: 'https://a.example/', description: 'x' }] }),
  ],
  [
    'response moved to components',
    one({}),
    one(
      { responses: { 200: { $ref: '#/components/responses/Ok' } } },
      { components: { responses: { Ok: { description: 'other', ...json(s) } } } },
    ),
  ],
  [
    'schema moved to components',
    one({}),
    one(ok({ $ref: '#/components/schemas/S' }), { components: { schemas: { S: s } } }),
  ],
  ['tags and summaries', one({}), one({ tags: ['a'], summary: 'b', description: 'c' })],
  [
    'header names in another case',
    one({ parameters: [query({ in: 'header', name: 'X-A' })] }),
    one({ parameters: [query({ in: 'header', name: 'x-a' })] }),
  ],
];

describe('contracts', () => {
  it.each(pairs)('%s', (_, base, next, forward, backward) => {
    expect(diffContracts(base, next).verdict).toBe(forward);
    expect(diffContracts(next, base).verdict).toBe(backward);
  });

  it.each(same)('no change: %s', (_, base, next) => {
    expect(diffContracts(base, next).changes).toEqual([]);
    expect(diffContracts(next, base).changes).toEqual([]);
  });

  it('names every operation behind a shared schema, with a value of the whole body', () => {
    const document = (thing: Json): Json => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        ['/x', '/y'].map((path) => [
          path,
          {
            put: {
              ...ok(),
              requestBody: json({
                type: 'object',
                properties: {
                  list: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                },
              }),
            },
          },
        ]),
      ),
      components: { schemas: { Thing: thing } },
    });
    const { changes } = diffContracts(
      document({ type: 'object', properties: { name: s } }),
      document({ type: 'object', properties: { name: { type: 'string', maxLength: 3 } } }),
    );
    expect(changes.map((change) => change.operation)).toEqual(['PUT /x', 'PUT /y']);
    expect(changes[0]).toMatchObject({
      level: 'breaking',
      rule: 'value-refused-max-length',
      pointer: '/components/schemas/Thing/properties/name',
      direction: 'request',
      message: 'body: “list.[].name” must now have at most 3 characters',
      witness: { list: [{ name: expect.stringMatching(/.{4}/) }] },
    });
  });
});
