import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createModels, type Models } from '../models.ts';
import { knownEndpoints } from './known-endpoints.ts';
import { readEndpoints } from './read-endpoints.ts';

const folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));

const json = (...endpoints: object[]) => JSON.stringify({ endpoints });
const groq = { id: 'groq', name: 'Groq', base_url: 'https://api.groq.com/openai/v1/' };

describe('settings of endpoints', () => {
  it('are read from a variable or a file, with keys from the environment', () => {
    const file = join(folder, 'endpoints.json');
    const full = {
      ...groq,
      key_env: 'GROQ_API_KEY',
      headers: { 'X-Title': 'Taskloom', 'x-portkey-api-key': { env: 'PORTKEY' } },
      body: { provider: { sort: 'price' } },
      supports: { tools: false },
      models: [
        'llama-3.3-70b',
        'nomic-embed-text',
        {
          name: 'big',
          input_price: 0.5,
          output_price: 1.25,
          context_window: 131_072,
          supports: { images: false },
        },
      ],
    };
    const env = { GROQ_API_KEY: 'gsk', PORTKEY: 'pk' };
    writeFileSync(file, json(full));
    const [endpoint] = readEndpoints({ ...env, MODEL_ENDPOINTS_FILE: file });
    expect(endpoint).toEqual({
      id: 'groq',
      name: 'Groq',
      provider: 'compatible',
      baseUrl: 'https://api.groq.com/openai/v1',
      apiKey: 'gsk',
      headers: { 'x-title': 'Taskloom', 'x-portkey-api-key': 'pk' },
      body: { provider: { sort: 'price' } },
      supports: { tools: false },
      models: [
        { name: 'llama-3.3-70b', type: 'chat' },
        { name: 'nomic-embed-text', type: 'embedding' },
        {
          name: 'big',
          type: 'chat',
          input_price: 500_000,
          output_price: 1_250_000,
          context_window: 131_072,
          supports: { images: false },
        },
      ],
      isOpen: false,
      settings: { key: 'GROQ_API_KEY', url: 'base_url of endpoint groq' },
    });
    expect(readEndpoints({ ...env, MODEL_ENDPOINTS: json(full) })).toEqual([endpoint]);
    expect(readEndpoints({})).toEqual([]);
  });

  it.each([
    [{ MODEL_ENDPOINTS: '{' }, /^MODEL_ENDPOINTS: Must be JSON/],
    [{ MODEL_ENDPOINTS: '{}', MODEL_ENDPOINTS_FILE: 'x' }, /either this or/],
    [{ MODEL_ENDPOINTS_FILE: join(folder, 'none.json') }, /Can't read .*there is no such file/],
    [{ MODEL_ENDPOINTS: json({ ...groq, id: 'openai' }) }, /\/endpoints\/0\/id Must not be one of/],
    [{ MODEL_ENDPOINTS: json(groq, groq) }, /\/endpoints Two endpoints have the same id/],
    [{ MODEL_ENDPOINTS: json({ ...groq, base_url: 'localhost:1' }) }, /base_url Must be a URL/],
    [
      { MODEL_ENDPOINTS: json({ ...groq, base_url: 'http://a:b@c/v1' }) },
      /Must not contain a password/,
    ],
    [{ MODEL_ENDPOINTS: json({ ...groq, key: 'gsk' }) }, /\/endpoints\/0 Unrecognized key: "key"/],
    [
      { MODEL_ENDPOINTS: json({ ...groq, key_env: 'GROQ_API_KEY' }) },
      /\/endpoints\/0\/key_env The variable GROQ_API_KEY is not set/,
    ],
    [{ MODEL_ENDPOINTS: json({ ...groq, models: [{ name: 'a', input_price: 1 }] }) }, /models\/0/],
  ])('are refused with their place: %#', (env, message) => {
    expect(() => readEndpoints(env)).toThrow(message);
  });
});

describe('several endpoints', () => {
  let opened: Models | undefined;
  afterEach(() => opened?.close());

  /** Opens them with a server that answers by the address. */
  async function open(
    given: object[],
    answer: (url: string, headers: Record<string, string>) => Response,
    env: Record<string, string> = {},
  ) {
    const problems: string[] = [];
    const endpoints = [
      ...knownEndpoints({}),
      ...readEndpoints({ ...env, MODEL_ENDPOINTS: json(...given) }),
    ];
    opened = await createModels({
      endpoints,
      onError: ({ message }) => problems.push(message),
      fetch: async (url, init) => answer(String(url), init?.headers as Record<string, string>),
    });
    return { models: opened, problems };
  }

  const listed = (...data: object[]) => Response.json({ data });
  const idsOf = async (models: Models, endpoint: string) =>
    (await models.list()).filter(({ id }) => id.startsWith(`${endpoint}/`)).map(({ id }) => id);

  it('have their own models, prices, sizes and capabilities', async () => {
    const { models } = await open(
      [
        { id: 'a', base_url: 'http://a.test/v1', models: ['x'], supports: { tools: false } },
        { id: 'b', name: 'Bee', base_url: 'http://b.test/v1' },
      ],
      () =>
        listed(
          {
            id: 'x',
            context_length: 8192,
            pricing: { prompt: '0.000001', completion: '0.000002' },
          },
          { id: 'nomic-embed-text' },
        ),
    );
    expect(await idsOf(models, 'a')).toEqual(['a/x']);
    expect(await idsOf(models, 'b')).toEqual(['b/x']);
    expect(models.find('a/x')?.info).toMatchObject({
      endpoint: { id: 'a', name: 'a', problem: null },
      input_price: null,
      supports: { tools: false },
    });
    expect(models.find('b/x')?.info).toMatchObject({
      endpoint: { id: 'b', name: 'Bee' },
      context_window: 8192,
      input_price: 1_000_000,
      output_price: 2_000_000,
    });
    // Only an endpoint that names its models itself offers no others.
    expect(models.find('a/y')).toBeUndefined();
    expect(models.find('b/y')?.info).toMatchObject({ available: true });
    expect((await models.embedding.models()).map(({ id }) => id)).toEqual(['b/nomic-embed-text']);
    const states = await models.endpoints();
    expect(
      states.map(({ id, chat_models, embedding_models }) => [id, chat_models, embedding_models]),
    ).toEqual([
      ['sandbox', 1, 0],
      ['a', 1, 0],
      ['b', 1, 1],
    ]);
  });

  it.each([
    [
      () => new Response('', { status: 401 }),
      'Bee rejected the API key (401). Check BEE_KEY on the server.',
    ],
    [
      () => Response.json({ error: { message: 'Loading model', code: 503 } }, { status: 503 }),
      /^Bee is still loading its model \(503\)/,
    ],
    [() => new Response('<html>', { status: 200 }), /Bee returned something other than a list/],
    [() => new Response('', { status: 404 }), /Bee has no list of models \(404\)\. Check base_url/],
    [
      () => new Response('', { status: 307, headers: { location: 'http://c.test' } }),
      /Bee redirects to http:\/\/c\.test\. Set base_url/,
    ],
    [
      () => {
        throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      },
      'Bee is unreachable (ECONNREFUSED). Check base_url of endpoint b and that the server is running.',
    ],
  ])('say what to do about a problem: %#', async (answer, message) => {
    const { models, problems } = await open(
      [{ id: 'b', name: 'Bee', base_url: 'http://b.test', key_env: 'BEE_KEY' }],
      answer,
      { BEE_KEY: 'k' },
    );
    const problem = await models.check('b');
    expect(problem).toMatch(message);
    expect((await models.endpoints())[1]?.problem).toBe(problem);
    expect(models.find('b/x')?.info.endpoint.problem).toBe(problem);
    // Repeated only when it changes.
    await models.check('b');
    expect(problems).toEqual([problem]);
  });

  it.each([404, 500])('need no list (%i) if their models are configured', async (status) => {
    const { models } = await open(
      [{ id: 'b', base_url: 'http://b.test/v1', models: ['x'] }],
      () => new Response('{"status":"failure","message":"Something went wrong"}', { status }),
    );
    expect(await models.check('b')).toBeNull();
    expect(await idsOf(models, 'b')).toEqual(['b/x']);
  });

  it('keep the models that were listed when they stop responding', async () => {
    let isUp = true;
    const { models } = await open([{ id: 'b', base_url: 'http://b.test' }], () =>
      isUp ? listed({ id: 'x' }) : new Response('', { status: 503 }),
    );
    expect(await idsOf(models, 'b')).toEqual(['b/x']);
    isUp = false;
    expect(await models.check('b')).toMatch(/failed to list its models \(503\)/);
    expect(await idsOf(models, 'b')).toEqual(['b/x']);
    isUp = true;
    expect(await models.check('b')).toBeNull();
  });

  it("send their headers and body, and a vendor's own names of headers", async () => {
    const seen: [string, Record<string, string>][] = [];
    const { models } = await open(
      [
        {
          id: 'claude',
          protocol: 'anthropic',
          base_url: 'http://c.test/v1',
          key_env: 'KEY',
          headers: { 'X-Team': 'blue' },
        },
      ],
      (url, headers) => {
        seen.push([url, headers]);
        return listed({ id: 'claude-any', display_name: 'Claude Any' });
      },
      { KEY: 'sk-ant' },
    );
    expect(await idsOf(models, 'claude')).toEqual(['claude/claude-any']);
    expect(seen[0]).toEqual([
      'http://c.test/v1/models',
      { 'anthropic-version': '2023-06-01', 'x-api-key': 'sk-ant', 'x-team': 'blue' },
    ]);
    const model = models.find('claude/anything');
    expect(model?.info).toMatchObject({ provider: 'anthropic', supports: { seed: false } });
    expect(model?.ask).not.toBeNull();
  });
});
