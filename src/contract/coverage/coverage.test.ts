import { describe, expect, it } from 'vitest';
import { type RecordedCall, readCalls } from './calls.ts';
import { coverageOf } from './coverage.ts';

const document = {
  servers: [{ url: 'https://a.example/api/v1' }],
  paths: {
    '/thing': {
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      get: {
        parameters: [
          { in: 'header', name: 'If-Match' },
          { in: 'query', name: 'filter' },
        ],
        responses: { 200: { content: { 'application/json': {}, 'text/csv': {} } }, '4XX': {} },
      },
      post: {
        requestBody: { content: { 'application/json': {}, 'multipart/form-data': {} } },
        responses: { 201: {}, default: {} },
      },
    },
    '/thing/{id}': { get: { responses: { 200: {} } } },
    '/thing/new': { get: { responses: { 200: {} } } },
  },
  components: { parameters: { Limit: { in: 'query', name: 'limit' } } },
};

function cover(...calls: Partial<RecordedCall>[]) {
  const base = { method: 'GET', url: '/api/v1/thing', status: 200 };
  const coverage = coverageOf(
    document,
    calls.map((call) => ({ ...base, ...call })),
  );
  const names = (items: { kind: string; name: string }[]) =>
    items.map(({ kind, name }) => (kind === 'operation' ? name : `${kind} ${name}`));
  return { ...coverage, exercised: names(coverage.exercised), missing: names(coverage.missing) };
}

describe('coverage', () => {
  it('counts operations, parameters, statuses and media types', () => {
    const { exercised } = cover({
      url: 'http://localhost:1/api/v1/thing?filter[name]=x&limit=1',
      headers: ['if-match'],
      got: 'text/csv; charset=utf-8',
    });
    expect(exercised).toEqual([
      'GET /thing',
      'parameter query limit',
      'parameter header If-Match',
      'parameter query filter',
      'status 200',
      'media type 200 text/csv',
    ]);
  });

  it('uses a range or the default for unlisted statuses, and reports undeclared responses', () => {
    expect(cover({ status: 404 }).exercised).toEqual(['GET /thing', 'status 4XX']);
    expect(cover({ method: 'POST', status: 500, sent: 'application/json' }).exercised).toContain(
      'status default',
    );
    expect(cover({ status: 500 }).undeclared).toMatchObject([
      { operation: 'GET /thing', name: '500' },
    ]);
  });

  it('prefers a literal path to a parameter, and counts unknown calls', () => {
    expect(cover({ url: '/api/v1/thing/new' }).exercised).toContain('GET /thing/new');
    expect(cover({ url: '/api/v1/thing/7' }).exercised).toContain('GET /thing/{id}');
    expect(cover({ url: '/thing' }).exercised).toContain('GET /thing');
    expect(cover({ url: '/elsewhere' }, { method: 'DELETE' }).strangers).toBe(2);
  });

  it('reports everything as missing without calls', () => {
    const { exercised, missing } = coverageOf(document, []);
    expect([exercised.length, missing.length]).toEqual([0, 18]);
  });
});

describe('recorded calls', () => {
  it('are lines of JSON, or a HAR file', () => {
    const line = '{"method":"GET","url":"/thing","status":200}';
    expect(readCalls('a', `${line}\n\n${line}\n`)).toHaveLength(2);
    const request = {
      method: 'POST',
      url: 'https://a/thing',
      headers: [{ name: 'X' }],
      postData: { mimeType: 'text/plain' },
    };
    const har = {
      log: { entries: [{ request, response: { status: 201, content: { mimeType: 'text/csv' } } }] },
    };
    expect(readCalls('a', JSON.stringify(har))).toEqual([
      {
        method: 'POST',
        url: 'https://a/thing',
        status: 201,
        sent: 'text/plain',
        got: 'text/csv',
        headers: ['X'],
      },
    ]);
  });

  it('in another format are reported by line', () => {
    expect(() => readCalls('a.ndjson', '{"method":"GET","url":"/","status":1}\nno\n')).toThrow(
      'a.ndjson:2: expected a line of',
    );
  });
});

it('measures the messages of sockets', () => {
  const variant = (type: string) => ({ properties: { type: { const: type } } });
  const socket = {
    paths: {
      '/socket': {
        get: {
          'x-socket': {
            client: { $ref: '#/components/schemas/Client' },
            server: { oneOf: [variant('welcome')] },
          },
          responses: { 101: {} },
        },
      },
    },
    components: { schemas: { Client: { oneOf: [variant('hello'), variant('bye')] } } },
  };
  const messages = ['client hello', 'server welcome'];
  const call = { method: 'GET', url: '/socket', status: 101, messages };
  const { missing, exercised } = coverageOf(socket, [call]);
  expect(missing.map(({ kind, name }) => [kind, name])).toEqual([['message', 'client bye']]);
  expect(exercised.map(({ name }) => name)).toContain('server welcome');
});
