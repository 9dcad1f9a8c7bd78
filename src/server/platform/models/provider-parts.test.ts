import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { Reply } from '../../../../tests/support/models/openai-replies.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { knownEndpoints } from './endpoints/known-endpoints.ts';
import { createModels, type Models } from './models.ts';

let fake: OpenAiServer;
let models: Models;

beforeAll(async () => {
  fake = await startOpenAiServer();
  models = await createModels({ endpoints: knownEndpoints({ COMPATIBLE_BASE_URL: fake.url }) });
});
beforeEach(() => fake.reset());
afterAll(async () => {
  await models.close();
  await fake.close();
});

/** Asks a model, and returns all that arrives. */
async function asked(reply: Reply, isStreamed: boolean) {
  fake.script(reply);
  const model = models.find('compatible/llama-3');
  return answerOf(model, { isStreamed });
}

/** A message, whole and as the chunks of a stream. */
function reply(
  isStreamed: boolean,
  parts: object[],
  finish_reason: string | null,
  usage?: object,
): Reply {
  const base = { id: 'c', created: 1, model: 'm' };
  if (isStreamed) {
    const chunks = parts.map((delta) => ({
      ...base,
      choices: [{ index: 0, delta, finish_reason: null }],
    }));
    const last = { ...base, choices: [{ index: 0, delta: {}, finish_reason }], usage };
    return { kind: 'raw', body: [...chunks, last].map((one) => JSON.stringify(one)) };
  }
  const message: Record<string, string> = { role: 'assistant', content: '' };
  for (const part of parts)
    for (const [name, text] of Object.entries(part)) message[name] = (message[name] ?? '') + text;
  return {
    kind: 'raw',
    body: JSON.stringify({ ...base, choices: [{ index: 0, message, finish_reason }], usage }),
  };
}

describe.each([
  ['whole', false],
  ['streamed', true],
])('a response that is %s', (_name, isStreamed) => {
  const text = [{ content: 'Hel' }, { content: 'lo' }];

  it.each(['stop', 'eos', 'end_turn', 'COMPLETE', 'tool_calls'])(
    'is complete: %s',
    async (reason) => {
      const got = await asked(reply(isStreamed, text, reason, {}), isStreamed);
      expect(got).toMatchObject({ text: 'Hello', reported: { isCutOff: false } });
    },
  );

  it.each(['length', 'max_tokens', 'model_length'])('is cut off: %s', async (reason) => {
    expect(await asked(reply(isStreamed, text, reason), isStreamed)).toMatchObject({
      reported: { isCutOff: true },
    });
  });

  it.each([
    ['error', 'model_interrupted'],
    ['abort', 'model_interrupted'],
    ['insufficient_system_resource', 'model_interrupted'],
    ['never_heard_of', 'model_interrupted'],
    ['content_filter', 'model_refused'],
    ['SAFETY', 'model_refused'],
  ])('has failed: %s', async (reason, code) => {
    const asking = asked(reply(isStreamed, text, reason), isStreamed);
    await expect(asking).rejects.toMatchObject({ error: { code }, isTemporary: false });
  });

  it('can be asked for again if it ended before it began', async () => {
    const asking = asked(reply(isStreamed, [], 'abort'), isStreamed);
    await expect(asking).rejects.toMatchObject({ isTemporary: true });
  });

  it.each(['reasoning_content', 'reasoning'])('has its %s apart', async (field) => {
    const parts = [{ [field]: 'Hm.' }, { content: 'Yes' }];
    const usage = {
      prompt_tokens: 3,
      completion_tokens: 9,
      completion_tokens_details: { reasoning_tokens: 7 },
    };
    const got = await asked(reply(isStreamed, parts, 'stop', usage), isStreamed);
    expect(got).toMatchObject({
      text: 'Yes',
      reasoning: 'Hm.',
      unseen: 'Hm.',
      reported: { input: 3, output: 9, reasoning: 7 },
    });
  });

  it.each([
    ['<think>Hm.</think>\n\nYes', 'Hm.'],
    ['Hm.\n</think>\n\nYes', 'Hm.\n'],
  ])('has the reasoning apart that its server left in it: %j', async (whole, reasoning) => {
    const parts = (whole.match(/[\s\S]{1,5}/g) ?? []).map((content) => ({ content }));
    const got = await asked(reply(isStreamed, parts, 'stop'), isStreamed);
    expect(got).toMatchObject({ text: 'Yes', reasoning });
  });
});

it('a message that only calls tools is sent with an empty text, which every server takes', async () => {
  fake.script({ kind: 'text', text: 'ok' });
  const find = { id: 'c', name: 'find', input: '{}' };
  const model = models.find('compatible/llama-3');
  await answerOf(model, {
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: '', calls: [find] },
      { role: 'tool', content: 'found', replyTo: find },
    ],
  });
  const [, sent] = fake.requests.at(-1)?.messages ?? [];
  expect(sent).toMatchObject({ role: 'assistant', content: '', tool_calls: [{ id: 'c' }] });
});
