import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

describe('several endpoints of a server', () => {
  let fake: OpenAiServer;
  let server: TestApp;
  let org: string;

  beforeAll(async () => {
    fake = await startOpenAiServer();
    const endpoints = [
      {
        id: 'near',
        name: 'Near',
        base_url: fake.url,
        key_env: 'NEAR_KEY',
        headers: { 'x-team': 'blue' },
        body: { provider: { sort: 'price' } },
        models: [
          { name: 'fake-model', input_price: 10, output_price: 20 },
          { name: 'fake-vectors', type: 'embedding', input_price: 1 },
        ],
      },
      { id: 'away', name: 'Away', base_url: 'http://127.0.0.1:9/v1' },
    ];
    server = await startTestApp({
      MODEL_ENDPOINTS: JSON.stringify({ endpoints }),
      NEAR_KEY: 'sk-near',
    });
    org = (await server.as('ada')('GET', '/org')).body.results[0].id;
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const ada = (method: 'GET' | 'POST', path: string, body?: object) =>
    server.as('ada')(method, `/org/${org}${path}`, body);

  it('are tested at the expense of the organisation', async () => {
    const { balance: before } = (await ada('GET', '/balance')).body;
    const { status, body } = await ada('POST', '/model-endpoint/near/test', {
      checks: ['answer', 'stream', 'embeddings'],
    });
    expect(status).toBe(200);
    expect(body.checks).toMatchObject([
      { check: 'answer', status: 'passed', model_id: 'near/fake-model' },
      { check: 'stream', status: 'passed' },
      { check: 'embeddings', status: 'passed', model_id: 'near/fake-vectors' },
    ]);
    expect(body.cost).toBeGreaterThan(0);
    const { balance: after } = (await ada('GET', '/balance')).body;
    expect(before - after).toBe(body.cost);
    expect(fake.probes[0]).toMatchObject({ provider: { sort: 'price' }, model: 'fake-model' });
    // A result of the last seconds is repeated, free of charge.
    const again = await ada('POST', '/model-endpoint/near/test', { checks: ['answer'] });
    expect([again.body.checks[0].status, again.body.cost]).toEqual(['passed', 0]);
  });

  it('get their key, headers and body with each request', async () => {
    await answerOf(server.platform.models.find('near/fake-model'));
    expect(fake.headers[0]).toMatchObject({ authorization: 'Bearer sk-near', 'x-team': 'blue' });
    expect(fake.requests[0]).toMatchObject({ provider: { sort: 'price' }, model: 'fake-model' });
  });

  it('that cannot be reached say what to do, on the page and in /readyz, and the server is ready', async () => {
    const { body } = await ada('POST', '/model-endpoint/away/test', { model_id: 'away/any' });
    const [list, answer, ...others] = body.checks;
    expect(list).toMatchObject({
      status: 'failed',
      message:
        'Away is unreachable (ECONNREFUSED). Check base_url of endpoint away and that the server is running.',
    });
    expect(answer).toMatchObject({ check: 'answer', status: 'failed' });
    expect(answer.message).toMatch(/unreachable/);
    for (const { status } of others) expect(status).toBe('skipped');
    const endpoints = (await ada('GET', '/model-endpoint')).body.results;
    expect(endpoints.map(({ id, problem }: Record<string, string>) => [id, problem])).toEqual([
      ['sandbox', null],
      ['near', null],
      ['away', list.message],
    ]);
    const ready = await server.call<{ ready: boolean; checks: object[] }>({ url: '/readyz' });
    expect([ready.status, ready.body.ready]).toEqual([200, true]);
    expect(ready.body.checks).toContainEqual({
      name: 'models',
      ok: false,
      detail: 'not responding: away',
      optional: true,
    });
  });
});
