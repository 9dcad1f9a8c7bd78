import { expect, it } from 'vitest';
import { diffContracts } from '../diff.ts';
import { withEventSchemas } from './event-schemas.ts';

const stream = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Events', version: '1' },
  paths: {
    '/events': {
      get: {
        responses: { 200: { description: 'OK', content: { 'text/event-stream': { schema } } } },
      },
    },
  },
});
const event = (type: string) => ({
  type: 'object',
  required: ['at'],
  properties: { at: { type } },
});
const declared = (type: string) => ({
  type: 'string',
  contentMediaType: 'text/event-stream',
  contentSchema: event(type),
});

it('knows a stream by its events, and leaves other documents as they are', () => {
  expect(withEventSchemas(stream(declared('string')))).toEqual(stream(event('string')));
  const plain = stream({ type: 'string' });
  expect(withEventSchemas(plain)).toBe(plain);
});

it('notices a break of the events', () => {
  const verdict = (next: object) =>
    diffContracts(stream(declared('string')), stream(next)).changes.map(({ level }) => level);
  expect(verdict(declared('integer'))).toContain('breaking');
  // The same events, declared in another way.
  expect(verdict(event('string'))).toEqual([]);
});
