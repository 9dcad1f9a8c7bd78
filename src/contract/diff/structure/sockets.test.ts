import { expect, it } from 'vitest';
import { diffContracts } from '../../diff.ts';
import { type Json, one, s } from './testing.ts';

const open = (hello: Json, welcome: Json) =>
  one(
    {
      'x-socket': {
        client: { $ref: '#/components/schemas/Client' },
        server: { $ref: '#/components/schemas/Server' },
      },
      responses: { 101: { description: 'a socket' } },
    },
    {
      components: {
        schemas: {
          Client: { oneOf: [{ $ref: '#/components/schemas/Hello' }] },
          Server: { oneOf: [{ $ref: '#/components/schemas/Welcome' }] },
          Hello: { type: 'object', required: ['type'], ...hello },
          Welcome: { type: 'object', required: ['type'], ...welcome },
        },
      },
    },
  );
const hello = { properties: { type: { const: 'hello' }, token: s } };
const welcome = { required: ['type', 'name'], properties: { type: { const: 'welcome' }, name: s } };
const base = open(hello, welcome);

it('compares what clients send as requests, and what they receive as responses', () => {
  const stricter = open({ ...hello, required: ['type', 'token'] }, welcome);
  expect(diffContracts(base, stricter)).toMatchObject({
    verdict: 'breaking',
    changes: [{ direction: 'request', where: 'client message', operation: 'POST /a/{id}' }],
  });
  expect(diffContracts(stricter, base).verdict).toBe('compatible');
  const less = open(hello, { ...welcome, required: ['type'] });
  expect(diffContracts(base, less)).toMatchObject({
    verdict: 'breaking',
    changes: [{ direction: 'response', where: 'server message' }],
  });
  expect(diffContracts(less, base).verdict).toBe('compatible');
  expect(diffContracts(base, base).changes).toEqual([]);
});

it('reports a socket that is no longer there', () => {
  const without = one({ responses: { 101: { description: 'a socket' } } });
  expect(diffContracts(base, without).changes.map(({ rule }) => rule)).toContain('socket-removed');
  expect(diffContracts(without, base).verdict).toBe('compatible');
});
