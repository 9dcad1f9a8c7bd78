import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { Model } from '#generated/model/index.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { CATALOGUE } from './catalogue.ts';
import { type KnownSettings, knownEndpoints } from './endpoints/known-endpoints.ts';
import type { ModelSettings } from './model-settings.ts';
import { createModels, type Models } from './models.ts';
import { sandboxModel } from './sandbox-model.ts';
import { countTokens } from './tokens.ts';

let fake: OpenAiServer;
let opened: Models[] = [];

beforeAll(async () => {
  fake = await startOpenAiServer();
});
afterEach(async () => {
  await Promise.all(opened.map((models) => models.close()));
  opened = [];
  fake.reset();
});
afterAll(() => fake.close());

async function open({
  prices,
  onError,
  ...providers
}: KnownSettings & Pick<ModelSettings, 'prices' | 'onError'>): Promise<Models> {
  const endpoints = knownEndpoints(providers);
  const models = await createModels({ endpoints, prices, onError });
  opened.push(models);
  return models;
}

const requestWith = (content: string) => ({ messages: [{ role: 'user' as const, content }] });

describe('the models of a server', () => {
  it('are all listed, with instructions for those that are unavailable', async () => {
    const list = await (await open({})).list();
    expect(list.map(({ id }) => id)).toEqual(CATALOGUE.map(({ id }) => id));
    expect(list.filter(({ available }) => available).map(({ id }) => id)).toEqual([
      'sandbox/sandbox',
    ]);
    for (const model of list.filter(({ available }) => !available)) {
      const name = model.provider === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY';
      expect(model.unavailable_reason).toBe(`Set ${name} on the server to use this model.`);
    }
  });

  it('have both prices, or none', () => {
    for (const { input_price, output_price } of CATALOGUE) {
      expect((input_price === null) === (output_price === null)).toBe(true);
      if (input_price !== null) expect(Number.isInteger(input_price)).toBe(true);
    }
  });

  it('are available if their provider is configured', async () => {
    const models = await open({ OPENAI_API_KEY: 'sk-o', OPENAI_BASE_URL: fake.url });
    const model = models.find('openai/gpt-4.1-mini');
    const response = await answerOf(model, requestWith('hello'));
    expect(response.text).toBe('ok');
    expect(fake.requests[0]?.model).toBe('gpt-4.1-mini');
    expect(fake.headers[0]?.authorization).toBe('Bearer sk-o');
    expect(models.find('anthropic/claude-haiku-4-5')?.ask).toBeNull();
  });

  it("have the catalogue's prices only at the vendor, and need a price there", async () => {
    const keys = { OPENAI_API_KEY: 'sk-o', ANTHROPIC_API_KEY: 'sk-a' };
    const ours = await open({ ...keys, OPENAI_BASE_URL: 'https://eu.api.openai.com/v1' });
    const haiku = 'anthropic/claude-haiku-4-5';
    expect(ours.find('openai/gpt-5-mini')?.info).toMatchObject({ input_price: 250_000 });
    const refused = ours.find('openai/gpt-5.6');
    expect(refused?.ask).toBeNull();
    expect(refused?.info.unavailable_reason).toMatch(
      /Add it to MODEL_PRICES on the server, or set .* to your own endpoint/,
    );
    const other = await open({ ...keys, OPENAI_BASE_URL: fake.url, ANTHROPIC_BASE_URL: fake.url });
    const unknown = { available: true, input_price: null, output_price: null };
    for (const id of ['openai/gpt-5-mini', 'openai/gpt-5.6', haiku])
      expect(other.find(id)?.info).toMatchObject(unknown);
    const price = { input_price: 1, output_price: 2 };
    const prices = new Map([
      ['openai/gpt-5.6', price],
      ['compatible/x', price],
    ]);
    const priced = await open({ ...keys, COMPATIBLE_BASE_URL: fake.url, prices });
    for (const id of prices.keys())
      expect(priced.find(id)?.info).toMatchObject({ available: true, ...price });
  });

  it('of a compatible base URL are those in the settings, or any requested by name', async () => {
    const models = await open({
      COMPATIBLE_BASE_URL: fake.url,
      COMPATIBLE_MODELS: ['one', 'org/two'],
    });
    const names = (await models.list()).map(({ id }) => id);
    expect(names.slice(-2)).toEqual(['compatible/one', 'compatible/org/two']);
    expect(models.find('compatible/three')?.info).toMatchObject({
      available: true,
      input_price: null,
    });
    expect(models.find('compatible/')).toBeUndefined();
    expect(models.find('openai/gpt-unheard-of')).toBeUndefined();
    expect(models.find('nonsense')).toBeUndefined();
    await answerOf(models.find('compatible/org/two'), requestWith('hello'));
    expect(fake.requests[0]?.model).toBe('org/two');
  });

  it('are listed by a compatible server if the settings name none', async () => {
    const names = (await (await open({ COMPATIBLE_BASE_URL: `${fake.url}/` })).list()).map(
      ({ id }) => id,
    );
    expect(names).toContain('compatible/fake-model');
    const errors: Error[] = [];
    const away = await open({
      COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
      onError: (error) => errors.push(error),
    });
    expect((await away.list()).length).toBe(CATALOGUE.length);
    expect(errors[0]?.message).toContain('http://127.0.0.1:9/v1');
  });
});

describe('the upstream connection', () => {
  it('is kept alive and shared, and closed immediately by a signal', async () => {
    const models = await open({ COMPATIBLE_BASE_URL: fake.url });
    const model = models.find('compatible/any');
    for (let i = 0; i < 5; i += 1) await answerOf(model);
    const stop = new AbortController();
    fake.script({ kind: 'hang' });
    const waiting = answerOf(model, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => fake.counts).toMatchObject({ aborted: 1, open: 0 });
  });

  it('closes when a stream is abandoned', async () => {
    const model = (await open({ COMPATIBLE_BASE_URL: fake.url })).find('compatible/any');
    fake.script({ kind: 'text', text: 'a b c d e f g h i j', token_ms: 30 });
    const signal = AbortSignal.timeout(10_000);
    const request = { ...requestWith('x'), parameters: {}, isStreamed: true, signal };
    for await (const part of model?.ask?.(request) ?? []) if (part.type === 'text') break;
    await expect.poll(() => fake.counts).toMatchObject({ aborted: 1, open: 0 });
  });
});

describe('the sandbox model', () => {
  const info = { id: 'sandbox/sandbox' } as Model;
  const sandbox = sandboxModel(info, { wordMs: 0 });

  it('says what it is and is deterministic', async () => {
    const first = await answerOf(sandbox, requestWith('What is the time?'));
    const second = await answerOf(sandbox, requestWith('What is the time?'));
    expect(second).toEqual(first);
    expect(first.text).toMatch(/sandbox model.*no API key/);
    expect(first.text).toContain('What is the time?');
  });

  it('streams the same text word by word', async () => {
    const whole = await answerOf(sandbox, requestWith('a question'));
    const { signal } = new AbortController();
    const request = { ...requestWith('a question'), parameters: {}, isStreamed: true, signal };
    const words: string[] = [];
    for await (const part of sandbox.ask?.(request) ?? [])
      if (part.type === 'text') words.push(part.text);
    expect(words.length).toBeGreaterThan(10);
    expect(whole.text).toBe(words.join(''));
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const slow = sandboxModel(info, { wordMs: 10 });
    const waiting = answerOf(slow, { ...requestWith('x'), isStreamed: true, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('counting tokens', () => {
  it('is exact for normal texts and fast for very long ones', async () => {
    expect(await countTokens('', 'org_1')).toBe(0);
    expect(await countTokens('hello world', 'org_1')).toBe(2);
    const long = 'word '.repeat(400_000);
    expect(Math.abs((await countTokens(long, 'org_1')) - 400_000)).toBeLessThan(4000);
  });

  it('counts names of special tokens as the text that they are', async () => {
    const text = 'Ignore <|endoftext|> and <|fim_prefix|>. '.repeat(20);
    const counted = await countTokens(text, 'org_1');
    // The estimate, which is the fallback, is 205.
    expect(counted).toBeGreaterThan(250);
  });

  it('takes linear time on one long word, or it would be ended and estimated', async () => {
    const counted = await countTokens('a'.repeat(200_000), 'org_1');
    expect(counted).toBeLessThan(40_000);
  });

  it('the long texts of one organisation do not delay the text of another', async () => {
    const order: string[] = [];
    const count = (text: string, orgId: string) =>
      countTokens(text, orgId).then(() => order.push(orgId));
    // Each in a thread that has loaded the tokenizer.
    await Promise.all([countTokens('hello', 'org_1'), countTokens('hello', 'org_2')]);
    await Promise.all([
      ...Array.from({ length: 5 }, () => count('word '.repeat(40_000), 'org_1')),
      count('hello', 'org_2'),
    ]);
    expect(order.indexOf('org_2')).toBeLessThan(2);
  });
});
