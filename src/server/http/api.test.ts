import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let org: string;
let project: string;

beforeAll(async () => {
  server = await startTestApp({ BODY_LIMIT_BYTES: '20000' });
  ada = server.as('ada');
  org = (await ada('GET', '/org')).body.results[0].id;
  project = (await ada('GET', `/org/${org}/project`)).body.results[0].id;
});
afterAll(() => server.close());

const json = { authorization: 'Bearer token-ada', 'content-type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json) =>
  server.call({ method: 'POST', url: '/api/v1/org', headers, payload });

describe('invalid requests become problems', () => {
  it('with a pointer to each invalid field', async () => {
    const { status, headers, body } = await ada('POST', '/org', { name: '', colour: 'red' });
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body).toMatchObject({
      type: '/docs/errors#invalid_request',
      code: 'invalid_request',
      request_id: headers['x-request-id'],
    });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/name', message: 'Must not be empty' },
        { pointer: '/colour', message: 'Unknown field' },
      ]),
    );
  });

  it.each([
    ['POST', '/org', { name: 7 }, '/name'],
    ['POST', '/org', {}, '/name'],
    ['POST', '/org', [], ''],
    ['POST', '/org', { name: 'x'.repeat(121) }, '/name'],
    ['POST', '/org', { name: '   ' }, '/name'],
    ['POST', '/org', { name: 'a\0b' }, '/name'],
    ['PATCH', '/user', { name: '  ' }, '/name'],
    ['GET', '/org?page_limit=0', undefined, '/query/page_limit'],
    ['GET', '/org?page_limit=101', undefined, '/query/page_limit'],
    ['GET', '/org?page_limit=ten', undefined, '/query/page_limit'],
    ['GET', '/org?membership=friend', undefined, '/query/membership'],
    ['GET', '/org?colour=red', undefined, '/query/colour'],
    ['GET', '/org?q=%00', undefined, '/query/q'],
  ] as const)('%s %s %j points at %s', async (method, path, body, pointer) => {
    const response = await ada(method, path, body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(response.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
  });

  it('names a field that no object may have', async () => {
    const { status, body } = await post('{"name": "Acme", "extra": {"__proto__": 1}}');
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors).toEqual([
      { pointer: '/extra/__proto__', message: 'Must not have a field named __proto__' },
    ]);
  });

  it('lists the methods of the most concrete path that matches', async () => {
    const url = `/org/${org}/project/${project}/collection/import`;
    const { status, headers } = await server.call({ method: 'OPTIONS', url: `/api/v1${url}` });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  it('rejects a missing required body', async () => {
    const response = await ada('POST', '/org');
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
  });

  it('points at headers as spelled in the contract', async () => {
    const task = (await ada('POST', `/org/${org}/project/${project}/task`, { name: 'T' })).body.id;
    const url = `/org/${org}/project/${project}/task/${task}/draft`;
    const draft = (await ada('GET', url)).body;
    const response = await ada('PUT', url, { definition: draft.definition });
    expect(response.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/header/If-Match', message: 'Is required' }],
    });
    const long = await ada('POST', '/org', { name: 'x' }, { 'idempotency-key': 'k'.repeat(201) });
    expect(long.body.errors[0].pointer).toBe('/header/Idempotency-Key');
  });

  it('points at an invalid path parameter', async () => {
    const task = (await ada('POST', `/org/${org}/project/${project}/task`, { name: 'P' })).body.id;
    const response = await ada('GET', `/org/${org}/project/${project}/task/${task}/revision/first`);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(response.body.errors[0].pointer).toBe('/path/revisionNumber');
  });

  it.each([['{"name":'], ['nonsense'], ['{"name":"x"}}'], ['\u0000']])(
    'rejects malformed JSON %j',
    async (payload) => {
      const { status, body } = await post(payload);
      expect([status, body.code]).toEqual([400, 'malformed_json']);
    },
  );

  it('rejects excessively nested JSON', async () => {
    const depth = 3000;
    const { status, body } = await post(`{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('rejects too large bodies, with or without Content-Length', async () => {
    const { status, body } = await post(JSON.stringify({ name: 'x'.repeat(30_000) }));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it.each([
    ['text/plain'],
    ['application/xml'],
    ['multipart/form-data; boundary=x'],
    ['application/x-www-form-urlencoded'],
  ])("doesn't accept %s instead of JSON", async (type) => {
    const { status, body } = await post('name=x', { ...json, 'content-type': type });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('treats an empty body with a JSON content type as no body', async () => {
    const { status } = await server.call({
      method: 'DELETE',
      url: '/api/v1/user/avatar',
      headers: json,
    });
    expect(status).toBe(200);
  });
});

describe('paths and methods', () => {
  it("that don't exist are problems", async () => {
    const { status, body, headers } = await ada('GET', '/nothing');
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(headers['content-type']).toContain('application/problem+json');
  });

  it.each([
    ['PUT', '/org', 'GET, POST'],
    ['DELETE', '/user', 'GET, PATCH'],
    ['POST', '/user/avatar', 'PUT, DELETE'],
    ['OPTIONS', '/user', 'GET, PATCH'],
  ] as const)('%s %s lists the allowed methods', async (method, path, allow) => {
    const { status, body, headers } = await server.call({ method, url: `/api/v1${path}` });
    expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', allow]);
  });

  it('with excessively long ids are not found', async () => {
    const response = await server.as('ada')('GET', `/org/${'x'.repeat(10_000)}`);
    expect(response.status).toBe(404);
    expect(response.body.code).toBe('not_found');
  });

  it("that aren't valid URLs are not found", async () => {
    const { status, body } = await server.call({ url: '/api/v1/org/%zz' });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('refusals of the framework keep their status', () => {
  it('for a method that must have a body', async () => {
    const { status, headers } = await server.call({
      method: 'QUERY' as never,
      url: '/api/v1/healthz',
    });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });

  it('for a form with a field that changes what objects are', async () => {
    const field = 'Content-Disposition: form-data; name="__proto__"; filename="a"';
    const { status, body } = await server.call({
      method: 'PUT',
      url: '/api/v1/user/avatar',
      headers: { ...json, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `--b\r\n${field}\r\n\r\nx\r\n--b--\r\n`,
    });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('versions', () => {
  it('are in the header and body, and are checked on writes', async () => {
    const first = await ada('GET', `/org/${org}`);
    expect(first.headers.etag).toBe(first.body.etag);
    const tag = { 'if-match': first.body.etag };
    const changed = await ada('PATCH', `/org/${org}`, { name: 'Renamed' }, tag);
    expect([changed.status, changed.body.name]).toEqual([200, 'Renamed']);
    expect(changed.body.etag).not.toBe(first.body.etag);
    const late = await ada('PATCH', `/org/${org}`, { name: 'Late' }, tag);
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    expect((await ada('GET', `/org/${org}`)).body.name).toBe('Renamed');
    const weak = { 'if-match': `"0", W/${changed.body.etag}` };
    expect((await ada('PATCH', `/org/${org}`, {}, weak)).status).toBe(200);
    expect((await ada('PATCH', `/org/${org}`, {}, { 'if-match': '*' })).status).toBe(200);
  });
});
