import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { CATALOGUE } from './catalogue.ts';
import { knownEndpoints, type ProviderSettings } from './endpoints/known-endpoints.ts';
import type { ModelSettings } from './model-settings.ts';
import { createModels, type Models } from './models.ts';
import { createSandboxModel } from './sandbox-model.ts';
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
}: ProviderSettings & Pick<ModelSettings, 'prices' | 'onError'>): Promise<Models> {
  const endpoints = knownEndpoints(providers);
  const models = await createModels({ endpoints, prices, onError });
  opened.push(models);
  return models;
}

const callWith = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
});

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
    const models = await open({ openaiApiKey: 'sk-o', openaiBaseUrl: fake.url });
    const model = models.find('openai/gpt-4.1-mini');
    const response = await model?.call?.doGenerate(callWith('hello'));
    expect(response?.content).toMatchObject([{ type: 'text', text: 'ok' }]);
    expect(fake.requests[0]?.model).toBe('gpt-4.1-mini');
    expect(fake.headers[0]?.authorization).toBe('Bearer sk-o');
    expect(models.find('anthropic/claude-haiku-4-5')?.call).toBeNull();
  });

  it("have the catalogue's prices only at the vendor, and need a price there", async () => {
    const keys = { openaiApiKey: 'sk-o', anthropicApiKey: 'sk-a' };
    const ours = await open({ ...keys, openaiBaseUrl: 'https://eu.api.openai.com/v1' });
    const haiku = 'anthropic/claude-haiku-4-5';
    expect(ours.find('openai/gpt-5-mini')?.info).toMatchObject({ input_price: 250_000 });
    const refused = ours.find('openai/gpt-5.6');
    expect(refused?.call).toBeNull();
    expect(refused?.info.unavailable_reason).toMatch(
      /Add it to MODEL_PRICES on the server, or set .* to your own endpoint/,
    );
    const other = await open({ ...keys, openaiBaseUrl: fake.url, anthropicBaseUrl: fake.url });
    const unknown = { available: true, input_price: null, output_price: null };
    for (const id of ['openai/gpt-5-mini', 'openai/gpt-5.6', haiku])
      expect(other.find(id)?.info).toMatchObject(unknown);
    const price = { input_price: 1, output_price: 2 };
    const prices = new Map([
      ['openai/gpt-5.6', price],
      ['compatible/x', price],
    ]);
    const priced = await open({ ...keys, compatibleBaseUrl: fake.url, prices });
    for (const id of prices.keys())
      expect(priced.find(id)?.info).toMatchObject({ available: true, ...price });
  });

  it('of a compatible base URL are those in the settings, or any requested by name', async () => {
    const models = await open({
      compatibleBaseUrl: fake.url,
      compatibleModels: ['one', 'org/two'],
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
    await models.find('compatible/org/two')?.call?.doGenerate(callWith('hello'));
    expect(fake.requests[0]?.model).toBe('org/two');
  });

  it('are listed by a compatible server if the settings name none', async () => {
    const names = (await (await open({ compatibleBaseUrl: `${fake.url}/` })).list()).map(
      ({ id }) => id,
    );
    expect(names).toContain('compatible/fake-model');
    const errors: Error[] = [];
    const away = await open({
      compatibleBaseUrl: 'http://127.0.0.1:9/v1',
      onError: (error) => errors.push(error),
    });
    expect((await away.list()).length).toBe(CATALOGUE.length);
    expect(errors[0]?.message).toContain('http://127.0.0.1:9/v1');
  });
});

describe('the upstream connection', () => {
  it('is kept alive and shared, and closed immediately by a signal', async () => {
    const models = await open({ compatibleBaseUrl: fake.url });
    const model = models.find('compatible/any')?.call;
    for (let i = 0; i < 5; i += 1) await model?.doGenerate(callWith('x'));
    const stop = new AbortController();
    fake.script({ kind: 'hang' });
    const waiting = model?.doGenerate({ ...callWith('x'), abortSignal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => fake.counts).toMatchObject({ aborted: 1, open: 0 });
  });

  it('closes when a stream is abandoned', async () => {
    const model = (await open({ compatibleBaseUrl: fake.url })).find('compatible/any')?.call;
    fake.script({ kind: 'text', text: 'a b c d e f g h i j', token_ms: 30 });
    const result = await model?.doStream(callWith('x'));
    const reader = result?.stream.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => fake.counts).toMatchObject({ aborted: 1, open: 0 });
  });
});

describe('the sandbox model', () => {
  const sandbox = createSandboxModel({ wordMs: 0 });

  it('says what it is and is deterministic', async () => {
    const first = await sandbox.doGenerate(callWith('What is the time?'));
    const second = await sandbox.doGenerate(callWith('What is the time?'));
    expect(second).toEqual(first);
    const [part] = first.content;
    expect(part).toMatchObject({
      type: 'text',
      text: expect.stringMatching(/sandbox model.*no API key/),
    });
    expect(part).toMatchObject({ text: expect.stringContaining('What is the time?') });
  });

  it('streams the same text word by word', async () => {
    const whole = await sandbox.doGenerate(callWith('a question'));
    const { stream } = await sandbox.doStream(callWith('a question'));
    const deltas: string[] = [];
    for await (const part of stream) if (part.type === 'text-delta') deltas.push(part.delta);
    expect(deltas.length).toBeGreaterThan(10);
    expect(whole.content).toMatchObject([{ text: deltas.join('') }]);
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const slow = createSandboxModel({ wordMs: 10 });
    const { stream } = await slow.doStream({ ...callWith('x'), abortSignal: stop.signal });
    const reader = stream.getReader();
    await reader.read();
    stop.abort(new Error('enough'));
    await expect(
      (async () => {
        for (;;) if ((await reader.read()).done) return;
      })(),
    ).rejects.toThrow('enough');
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
