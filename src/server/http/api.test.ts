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

describe('bad requests become problems', () => {
  it('with a pointer to each field that is wrong', async () => {
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
        { pointer: '/colour', message: 'Is not a known field' },
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
    const answer = await ada(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
  });

  it('refuses a body that is required and absent', async () => {
    const answer = await ada('POST', '/org');
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  it('points at headers as the contract spells them', async () => {
    const task = (await ada('POST', `/org/${org}/project/${project}/task`, { name: 'T' })).body.id;
    const url = `/org/${org}/project/${project}/task/${task}/draft`;
    const draft = (await ada('GET', url)).body;
    const answer = await ada('PUT', url, { definition: draft.definition });
    expect(answer.body).toMatchObject({
      status: 400,
      errors: [{ pointer: '/header/If-Match', message: 'Is required' }],
    });
    const long = await ada('POST', '/org', { name: 'x' }, { 'idempotency-key': 'k'.repeat(201) });
    expect(long.body.errors[0].pointer).toBe('/header/Idempotency-Key');
  });

  it('points at a path parameter that has no sense', async () => {
    const task = (await ada('POST', `/org/${org}/project/${project}/task`, { name: 'P' })).body.id;
    const answer = await ada('GET', `/org/${org}/project/${project}/task/${task}/revision/first`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.errors[0].pointer).toBe('/path/revisionNumber');
  });

  it.each([['{"name":'], ['nonsense'], ['{"name":"x"}}'], ['\u0000']])(
    'tells malformed JSON %j',
    async (payload) => {
      const { status, body } = await post(payload);
      expect([status, body.code]).toEqual([400, 'malformed_json']);
    },
  );

  it('refuses JSON nested without end', async () => {
    const depth = 3000;
    const { status, body } = await post(`{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('tells too large bodies, whether announced or not', async () => {
    const { status, body } = await post(JSON.stringify({ name: 'x'.repeat(30_000) }));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  it.each([
    ['text/plain'],
    ['application/xml'],
    ['multipart/form-data; boundary=x'],
    ['application/x-www-form-urlencoded'],
  ])('takes no %s where JSON is due', async (type) => {
    const { status, body } = await post('name=x', { ...json, 'content-type': type });
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('takes an empty body with a JSON type for none', async () => {
    const { status } = await server.call({
      method: 'DELETE',
      url: '/api/v1/user/avatar',
      headers: json,
    });
    expect(status).toBe(200);
  });
});

describe('paths and methods', () => {
  it('that do not exist are problems', async () => {
    const { status, body, headers } = await ada('GET', '/nothing');
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(headers['content-type']).toContain('application/problem+json');
  });

  it.each([
    ['PUT', '/org', 'GET, POST'],
    ['DELETE', '/user', 'GET, PATCH'],
    ['POST', '/user/avatar', 'PUT, DELETE'],
    ['OPTIONS', '/user', 'GET, PATCH'],
  ] as const)('%s %s names what is allowed', async (method, path, allow) => {
    const { status, body, headers } = await server.call({ method, url: `/api/v1${path}` });
    expect([status, body.code, headers.allow]).toEqual([405, 'method_not_allowed', allow]);
  });

  it('that name something endless are not found', async () => {
    const answer = await server.as('ada')('GET', `/org/${'x'.repeat(10_000)}`);
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('not_found');
  });

  it('that are no URL are not found', async () => {
    const { status, body } = await server.call({ url: '/api/v1/org/%zz' });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

describe('versions', () => {
  it('are in header and body, and hold writes against what was read', async () => {
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
