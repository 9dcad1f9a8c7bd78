import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { ChatRequest, Reply } from '../../../../tests/support/models/openai-replies.ts';
import { knownEndpoints } from '../../platform/models/endpoints/known-endpoints.ts';
import { createModels } from '../../platform/models/models.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask();
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const body = { inputs: { review: 'x' } };
const fields = {
  type: 'fields' as const,
  fields: [
    {
      name: 'mood',
      type: 'choice' as const,
      required: true,
      list: false,
      options: ['good', 'bad'],
    },
    { name: 'stars', type: 'integer' as const, required: false, list: false },
  ],
};

describe("a provider's failure becomes a problem that says what to do", () => {
  const cases: [name: string, reply: Reply, status: number, code: string, says: RegExp][] = [
    ['401', { kind: 'status', status: 401 }, 502, 'model_unauthorized', /COMPATIBLE_API_KEY/],
    ['403', { kind: 'status', status: 403 }, 502, 'model_unauthorized', /COMPATIBLE_API_KEY/],
    ['404', { kind: 'status', status: 404 }, 400, 'model_not_found', /fake-model/],
    ['429', { kind: 'status', status: 429 }, 429, 'model_rate_limited', /later/],
    ['500', { kind: 'status', status: 500 }, 502, 'model_failed', /fake status 500/],
    ['503', { kind: 'status', status: 503 }, 502, 'model_failed', /Try again/],
    ['422', { kind: 'status', status: 422, message: 'bad tone' }, 502, 'model_refused', /bad tone/],
    [
      'a full context',
      { kind: 'status', status: 400, message: 'maximum context length is 10 tokens' },
      400,
      'prompt_too_long',
      /maximum context/,
    ],
    [
      'an error page',
      { kind: 'status', status: 500, body: '<html>' },
      502,
      'model_failed',
      /failed \(500\)/,
    ],
    ['malformed JSON', { kind: 'malformed' }, 502, 'model_unreadable', /COMPATIBLE_BASE_URL/],
    [
      'a cut-off response',
      { kind: 'cut', text: 'a b c', after_tokens: 1 },
      502,
      'model_interrupted',
      /interrupted/,
    ],
  ];
  it.each(cases)('%s', async (_name, reply, status, code, says) => {
    world.fake.setReply(reply);
    const response = await world.call('POST', `${task.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.body.detail).toMatch(says);
    const { body: run } = await world.call('GET', `${world.path}/run/${response.body.run_id}`);
    expect(run).toMatchObject({ status: 'failed', error: { code }, output: null });
    expect(run.error.message).toBe(response.body.detail);
  });

  const streamed: [name: string, reply: Reply, code: string][] = [
    ['401', { kind: 'status', status: 401 }, 'model_unauthorized'],
    ['malformed JSON', { kind: 'malformed' }, 'model_unreadable'],
    ['a cut stream', { kind: 'cut', text: 'a b c', after_tokens: 2 }, 'model_interrupted'],
    ['a stream without a finish event', { kind: 'stop_early', text: 'a b' }, 'model_interrupted'],
    [
      'an error within the stream',
      { kind: 'error_event', text: 'a', message: 'overloaded' },
      'model_interrupted',
    ],
  ];
  it.each(streamed)('streamed: %s', async (_name, reply, code) => {
    world.fake.setReply(reply);
    const response = await world.call('POST', `${task.path}/run/stream`, body);
    const ends = String(response.body).match(/^event: run\.(succeeded|failed|cancelled)$/gm);
    expect(ends).toEqual(['event: run.failed']);
    expect(response.body).toContain(`"code":"${code}"`);
  });

  it.each([
    ['a number', 7],
    ['a date', 30],
  ])('says when to retry after 429, given as %s', async (kind, seconds) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    const retry_after = kind === 'a date' ? date : seconds;
    world.fake.setReply({ kind: 'status', status: 429, retry_after });
    const response = await world.call('POST', `${task.path}/run`, body);
    expect(Math.abs(Number(response.headers.get('retry-after')) - seconds)).toBeLessThanOrEqual(2);
    const { body: run } = await world.call('GET', `${world.path}/run/${response.body.run_id}`);
    expect(run.error.retry_after).toBe(Number(response.headers.get('retry-after')));
  });

  it('stops a model that takes too long, and closes the request', async () => {
    const slow = await world.makeTask({ parameters: { timeout_seconds: 1 } });
    world.fake.script({ kind: 'hang' });
    const response = await world.call('POST', `${slow.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([504, 'model_timeout']);
    expect(response.body.detail).toMatch(/after 1 s.*increase the timeout/);
    expect(world.fake.counts.aborted).toBe(1);
  });

  it('says which setting a provider lacks', async () => {
    const own = await world.makeTask({ model_id: 'openai/gpt-5-mini' });
    const response = await world.call('POST', `${own.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([502, 'model_unauthorized']);
    expect(response.body.detail).toMatch(/OPENAI_API_KEY/);
  });

  it('reports that nothing is listening', async () => {
    const models = await createModels({
      endpoints: knownEndpoints({ COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' }),
    });
    const model = models.find('compatible/any');
    if (!model) throw new Error('every name is a model there');
    const asking = answerOf(model);
    await expect(asking).rejects.toMatchObject({
      error: {
        code: 'model_failed',
        message: expect.stringMatching(/is unreachable.*COMPATIBLE_BASE_URL.*running/),
      },
    });
    await models.close();
  });
});

describe('an output format', () => {
  it('is requested from the provider and validated', async () => {
    const own = await world.makeTask({ output_format: fields });
    world.fake.script({ kind: 'text', text: '{"mood":"good","stars":null}' });
    const { body: run } = await world.call('POST', `${own.path}/run`, body);
    expect(run).toMatchObject({ output: { mood: 'good' }, output_valid: true });
    expect(run.output).not.toHaveProperty('stars');
    const format = world.fake.requests[0]?.response_format;
    expect(format).toMatchObject({ type: 'json_schema' });
    expect(format?.json_schema?.schema).toMatchObject({ required: ['mood', 'stars'] });
  });

  it('gets one repair, which lists the errors', async () => {
    const own = await world.makeTask({ output_format: fields });
    world.fake.script(
      { kind: 'text', text: '{"mood":"fine"}' },
      { kind: 'text', text: '{"mood":"bad"}' },
    );
    const { status, body: run } = await world.call('POST', `${own.path}/run`, body);
    expect(status).toBe(200);
    expect(run).toMatchObject({ output: { mood: 'bad' }, output_text: '{"mood":"bad"}' });
    expect(run.usage.output_tokens).toBe(2);
    const { body: trace } = await world.call('GET', `${world.path}/run/${run.id}/step`);
    expect(trace.results).toMatchObject([
      { kind: 'compile' },
      { kind: 'model', status: 'succeeded', output: '{"mood":"fine"}' },
      { kind: 'validate', status: 'failed', error: { code: 'output_invalid' } },
      { kind: 'repair', status: 'succeeded', output: '{"mood":"bad"}' },
      { kind: 'validate', status: 'succeeded' },
    ]);
    const messages = world.fake.requests[1]?.messages ?? [];
    expect(messages.at(-2)).toEqual({ role: 'assistant', content: '{"mood":"fine"}' });
    expect(messages.at(-1)?.content).toMatch(/\/mood: Must be one of: good, bad/);
  });

  it('gives up after one repair', async () => {
    const own = await world.makeTask({ output_format: fields });
    world.fake.setReply({ kind: 'text', text: 'no JSON at all' });
    const response = await world.call('POST', `${own.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([422, 'output_invalid']);
    expect(world.fake.counts.requests).toBe(2);
    const { body: run } = await world.call('GET', `${world.path}/run/${response.body.run_id}`);
    expect(run).toMatchObject({ output_valid: false, output_text: 'no JSON at all' });
  });

  it.each([
    [400, 'unknown field', 'old-server'],
    [500, 'failed to parse grammar', 'local-server'],
  ])(
    'is described in the prompt if a probe found that the server rejects schemas: %d',
    async (status, message, name) => {
      const own = await world.makeTask({ output_format: fields, model_id: `compatible/${name}` });
      const refusal: Reply = { kind: 'status', status, message };
      const reply = ({ response_format }: ChatRequest): Reply =>
        response_format ? refusal : { kind: 'text', text: '```json\n{"mood":"good"}\n```' };
      world.fake.setProbed(reply);
      world.fake.setReply(reply);
      const first = await world.call('POST', `${own.path}/run`, body);
      expect(first.body.output).toEqual({ mood: 'good' });
      expect(world.fake.requests[0]?.messages[0]?.content).toMatch(/JSON Schema/);
      const second = await world.call('POST', `${own.path}/run`, body);
      expect(second.body.output).toEqual({ mood: 'good' });
      expect(world.fake.counts.requests).toBe(2);
    },
  );

  it('is not considered unsupported when the model refuses to respond', async () => {
    const own = await world.makeTask({ output_format: fields, model_id: 'compatible/careful' });
    world.fake.setReply({ kind: 'text', text: '', finish: 'content_filter' });
    const response = await world.call('POST', `${own.path}/run`, body);
    expect([response.body.code, world.fake.counts.requests]).toEqual(['model_refused', 1]);
  });

  it('accepts near misses without a repair', async () => {
    const own = await world.makeTask({ output_format: fields });
    world.fake.script({ kind: 'text', text: "{'Mood': 'Good', 'stars': '4', }" });
    const { body: run } = await world.call('POST', `${own.path}/run`, body);
    expect(run).toMatchObject({ output: { mood: 'good', stars: 4 }, output_valid: true });
    expect(world.fake.counts.requests).toBe(1);
  });

  it('is not retried after a cut-off output, which would be cut off again', async () => {
    const parameters = { max_output_tokens: 20 };
    const own = await world.makeTask({ output_format: fields, parameters });
    const cut: Reply = { kind: 'text', text: '{"mood":"good","st', finish: 'length' };
    world.fake.script(cut, cut);
    const response = await world.call('POST', `${own.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([422, 'output_invalid']);
    expect(response.body.detail).toMatch(/cut off at 20 tokens.*maximum output tokens/);
    expect(world.fake.counts.requests).toBe(1);
    const streamed = await world.call('POST', `${own.path}/run/stream`, body);
    expect(streamed.body).toMatch(/event: run.failed\n.*cut off/);
  });

  it("quotes a model's refusal", async () => {
    const own = await world.makeTask({ output_format: fields });
    world.fake.setReply({ kind: 'text', text: "I'm sorry, I can't judge that." });
    const response = await world.call('POST', `${own.path}/run`, body);
    expect(response.body.detail).toContain("It begins with “I'm sorry, I can't judge that.”");
  });

  it('is respected by the sandbox model', async () => {
    const own = await world.makeTask({ output_format: fields, model_id: 'sandbox/sandbox' });
    const { body: run } = await world.call('POST', `${own.path}/run`, body);
    expect(run).toMatchObject({ status: 'succeeded', output_valid: true, usage: { cost: 0 } });
    expect(['good', 'bad']).toContain(run.output.mood);
  });
});

describe('a text', () => {
  it('is limited to the maximum length, and the trace says that it was cut off', async () => {
    world.fake.script({ kind: 'text', text: 'It is', finish: 'length' });
    const { status, body: run } = await world.call('POST', `${task.path}/run`, body);
    expect([status, run.output]).toEqual([200, 'It is']);
    const { body: trace } = await world.call('GET', `${world.path}/run/${run.id}/step`);
    expect(trace.results[1].output).toEqual({ text: 'It is', finish_reason: 'length' });
  });

  it('is empty when all tokens were spent on reasoning', async () => {
    world.fake.script({ kind: 'text', text: '', finish: 'length' });
    const response = await world.call('POST', `${task.path}/run`, body);
    expect([response.status, response.body.code]).toEqual([422, 'output_invalid']);
    expect(response.body.detail).toMatch(/cut off/);
    expect(world.fake.counts.requests).toBe(1);
  });
});
