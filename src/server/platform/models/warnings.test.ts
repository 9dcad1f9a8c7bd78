import { afterEach, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { ModelParameters } from '#generated/model/index.ts';
import { readEndpoints } from './endpoints/read-endpoints.ts';
import { createModels, type Models } from './models.ts';

let models: Models | undefined;
afterEach(() => models?.close());

/** Asks a model once. Returns the body of the request and the warnings. */
async function ask(endpoint: object, parameters: ModelParameters, answer: object) {
  const bodies: Record<string, unknown>[] = [];
  models = await createModels({
    endpoints: readEndpoints({
      MODEL_ENDPOINTS: JSON.stringify({
        endpoints: [{ id: 'near', base_url: 'http://near.test/v1', models: ['any'], ...endpoint }],
      }),
    }),
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json(answer);
    },
  });
  const model = models.find('near/any');
  if (!model) throw new Error('the model is configured');
  const { warnings } = await answerOf(model, { parameters });
  return { body: bodies[0], warnings };
}

it('all parameters reach a compatible endpoint', async () => {
  const { body, warnings } = await ask(
    {},
    {
      temperature: 0.5,
      top_p: 0.9,
      stop: ['END'],
      seed: 7,
      presence_penalty: 1,
      frequency_penalty: -1,
      reasoning_effort: 'low',
    },
    {
      id: '1',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    },
  );
  expect(body).toMatchObject({
    temperature: 0.5,
    top_p: 0.9,
    stop: ['END'],
    seed: 7,
    presence_penalty: 1,
    frequency_penalty: -1,
    reasoning_effort: 'low',
  });
  expect(warnings).toEqual([]);
});

it('what an adapter changes for a model is not silent', async () => {
  const { body, warnings } = await ask(
    { protocol: 'anthropic' },
    { temperature: 1.5, stop: ['END'] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      model: 'any',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  );
  expect(body).toMatchObject({ temperature: 1, stop_sequences: ['END'] });
  expect(warnings).toContainEqual(expect.stringMatching(/^1\.5 exceeds .* maximum of 1\.0/));
});
