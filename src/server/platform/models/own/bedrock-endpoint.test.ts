import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#domain/model/endpoint.ts';
import { ask, connect, failureOf, format, SECRET, tools, weather } from './testing-asks.ts';
import {
  amazonStream,
  type CloudReply,
  type CloudServer,
  startCloudServer,
} from './testing-cloud.ts';

let cloud: CloudServer;

beforeAll(async () => {
  cloud = await startCloudServer();
});
beforeEach(() => {
  cloud.requests.length = 0;
});
afterAll(async () => {
  await cloud.close();
});

describe('Amazon Bedrock', () => {
  const MODEL = 'anthropic.claude-sonnet-4-20250514-v1:0';
  const PATH = `/model/${encodeURIComponent(MODEL)}`;
  const usage = { inputTokens: 12, outputTokens: 3, totalTokens: 15 };
  const metrics = { latencyMs: 400 };
  const whole = (content: object[], stopReason = 'end_turn'): CloudReply => ({
    json: { output: { message: { role: 'assistant', content } }, stopReason, usage, metrics },
  });
  const start = ['messageStart', { role: 'assistant' }] as const;
  const textAt = (text: string) =>
    // Amazon pads payloads, so that their lengths tell nothing.
    ['contentBlockDelta', { contentBlockIndex: 0, delta: { text }, p: 'abcdefgh' }] as const;
  const end = (stopReason = 'end_turn') =>
    [
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason }],
      ['metadata', { usage, metrics }],
    ] as const;
  const bearer = (more: Partial<Endpoint> = {}) =>
    connect('bedrock', MODEL, { baseUrl: cloud.url, region: 'eu-central-1', ...more });
  const signed = () => bearer({ accessKeyId: 'AKIDEXAMPLE' });

  it.each([false, true])('converses with an API key, streamed: %s', async (isStreamed) => {
    cloud.reply = () =>
      isStreamed
        ? amazonStream([start, textAt('Grüß'), textAt(' dich'), ...end()])
        : whole([{ text: 'Grüß dich' }]);
    const { text, reported } = await ask(await bearer(), isStreamed, {
      parameters: { temperature: 0.5, max_output_tokens: 50 },
    });
    expect(text).toBe('Grüß dich');
    expect(reported).toMatchObject({ input: 12, output: 3, isCutOff: false });
    const [{ url, headers, body }] = cloud.requests as [CloudServer['requests'][number]];
    expect(url.pathname).toBe(`${PATH}/converse${isStreamed ? '-stream' : ''}`);
    expect(headers.authorization).toBe(`Bearer ${SECRET}`);
    expect(body).toMatchObject({
      system: [{ text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Greet us.' }] }],
      inferenceConfig: { temperature: 0.5, maxTokens: 50 },
    });
  });

  it.each([false, true])('signs requests with an access key, streamed: %s', async (isStreamed) => {
    cloud.reply = () =>
      isStreamed ? amazonStream([start, textAt('Hi'), ...end()]) : whole([{ text: 'Hi' }]);
    expect(await ask(await signed(), isStreamed)).toMatchObject({ text: 'Hi' });
    const [request] = cloud.requests as [CloudServer['requests'][number]];
    expect(request.headers.authorization).toBe(signatureOf(request, 'eu-central-1'));
    expect(JSON.stringify(request)).not.toContain(SECRET);
  });

  it.each([false, true])('calls tools, streamed: %s', async (isStreamed) => {
    const toolUse = { toolUseId: 'call_1', name: 'weather' };
    const part = (input: string) =>
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input } } }] as const;
    cloud.reply = () =>
      isStreamed
        ? amazonStream([
            start,
            ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse } }],
            part('{"city"'),
            part(':"Bonn"}'),
            ...end('tool_use'),
          ])
        : whole([{ toolUse: { ...toolUse, input: { city: 'Bonn' } } }], 'tool_use');
    expect((await ask(await bearer(), isStreamed, { tools })).calls).toEqual([weather]);
    expect(cloud.requests[0]?.body.toolConfig.tools).toMatchObject([
      { toolSpec: { name: 'weather', inputSchema: { json: { type: 'object' } } } },
    ]);
  });

  it.each([false, true])('returns fields, streamed: %s', async (isStreamed) => {
    const text = '{"greeting":"Hello"}';
    const toolUse = { toolUseId: 'json_1', name: 'json' };
    cloud.reply = ({ body }) => {
      const isTool = body.toolConfig !== undefined;
      if (!isStreamed)
        return whole(
          isTool ? [{ toolUse: { ...toolUse, input: { greeting: 'Hello' } } }] : [{ text }],
          isTool ? 'tool_use' : 'end_turn',
        );
      if (!isTool) return amazonStream([start, textAt(text), ...end()]);
      const delta = { toolUse: { input: text } };
      return amazonStream([
        start,
        ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse } }],
        ['contentBlockDelta', { contentBlockIndex: 0, delta }],
        ...end('tool_use'),
      ]);
    };
    expect(await ask(await bearer(), isStreamed, { format })).toMatchObject({
      text,
      calls: [],
      reported: { isCutOff: false },
    });
    expect(cloud.requests[0]?.text).toContain('greeting');
  });

  it.each([
    [
      'a wrong key',
      403,
      { message: 'The security token included in the request is invalid.' },
      { code: 'model_unauthorized' },
    ],
    ['a missing key', 401, { message: 'Unauthorized' }, { code: 'model_unauthorized' }],
    [
      'throttling',
      429,
      { message: 'Too many requests, please wait before trying again.' },
      { code: 'model_rate_limited' },
    ],
    [
      'an invalid request',
      400,
      { message: 'The model returned the following errors: max_tokens must be less than 4096' },
      { code: 'model_refused', message: expect.stringContaining('max_tokens') },
    ],
    [
      'a model without access',
      403,
      { message: "You don't have access to the model with the specified model ID." },
      { code: 'model_unauthorized', message: expect.stringContaining('what it may be used for') },
    ],
    ['an outage', 503, { message: 'The service is unavailable.' }, { code: 'model_failed' }],
  ])('explains %s', async (_name, status, json, expected) => {
    cloud.reply = () => ({ status, json });
    for (const isStreamed of [false, true])
      expect(await failureOf(ask(await bearer(), isStreamed))).toMatchObject(expected);
  });

  it.each(['guardrail_intervened', 'content_filtered'])(
    'explains a filtered output: %s',
    async (reason) => {
      cloud.reply = ({ url }) =>
        url.pathname.endsWith('stream')
          ? amazonStream([start, textAt('x'), ...end(reason)])
          : whole([{ text: '' }], reason);
      for (const isStreamed of [false, true])
        expect(await failureOf(ask(await bearer(), isStreamed))).toMatchObject({
          code: 'model_refused',
        });
    },
  );

  it.each([
    ['throttlingException', { code: 'model_rate_limited' }],
    [
      'serviceUnavailableException',
      { code: 'model_failed', message: expect.stringContaining('Said so') },
    ],
    ['validationException', { code: 'model_refused', message: expect.stringContaining('Said so') }],
  ] as const)('explains an exception in the stream: %s', async (name, expected) => {
    cloud.reply = () => amazonStream([start], { exception: [name, { message: 'Said so.' }] });
    expect(await failureOf(ask(await bearer(), true))).toMatchObject(expected);
  });

  it('says that a response was interrupted', async () => {
    cloud.reply = () =>
      amazonStream([start, textAt('He')], {
        exception: ['modelStreamErrorException', { message: 'Oh.' }],
      });
    expect(await failureOf(ask(await bearer(), true))).toMatchObject({ code: 'model_interrupted' });
    cloud.reply = () => amazonStream([start, textAt('He')], { isCut: true });
    expect(await failureOf(ask(await bearer(), true))).toMatchObject({ code: 'model_interrupted' });
    // The end is missing, but nothing else tells.
    cloud.reply = () => amazonStream([start, textAt('He')]);
    expect(await failureOf(ask(await bearer(), true))).toMatchObject({ code: 'model_interrupted' });
  });

  it('never shows the key, also if a server repeats it in its stream', async () => {
    cloud.reply = () => amazonStream([start, textAt(`Your key is ${SECRET}`), ...end()]);
    const repeated = ask(await bearer(), true);
    // The message no longer matches its checksum.
    expect(JSON.stringify(await failureOf(repeated))).not.toContain(SECRET);
    const exception = ['validationException', { message: `No access for ${SECRET}` }] as const;
    cloud.reply = () => amazonStream([start], { exception });
    const refused = await failureOf(ask(await bearer(), true));
    expect(String(refused) + JSON.stringify(refused)).not.toContain(SECRET);
  });
});

/** The signature that AWS computes: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
function signatureOf({ url, headers, text }: CloudServer['requests'][number], region: string) {
  const sent = String(headers.authorization);
  const names = /SignedHeaders=([^,]+)/.exec(sent)?.[1] ?? '';
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/bedrock/aws4_request`;
  const sha = (value: string) => createHash('sha256').update(value).digest('hex');
  const hmac = (key: Buffer | string, value: string) =>
    createHmac('sha256', key).update(value).digest();
  // Every part of the path is encoded once more.
  const path = url.pathname.split('/').map(encodeURIComponent).join('/');
  const signedHeaders = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = ['POST', path, '', signedHeaders.join(''), names, sha(text)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha(canonical)].join('\n');
  const key = [region, 'bedrock', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${SECRET}`, time.slice(0, 8)),
  );
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}
