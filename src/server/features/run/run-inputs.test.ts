import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectionNotFound, type Retriever } from '#domain/run/execution/retrieval.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { openWorld, type World } from './testing.ts';

const documents = [
  { collection_id: 'manual', document: 'Lamp manual', text: 'The bulb is an E27.', score: 0.9 },
  { collection_id: 'manual', document: 'Lamp manual', text: 'Two years of warranty.', score: 0.6 },
  { collection_id: 'manual', document: 'Kettle manual', text: 'Boils water.', score: 0.2 },
];

/** A retriever that returns the stored passages. */
const fixture: Retriever = async ({ collectionIds, topK, threshold }) => {
  for (const id of collectionIds) if (id !== 'manual') throw collectionNotFound(id);
  return { passages: documents.filter(({ score }) => score >= threshold).slice(0, topK) };
};

const retrieval = {
  collection_ids: ['manual'],
  query_variable: 'review',
  top_k: 5,
  threshold: 0.5,
};
const photo: Partial<TaskDefinition> = {
  user_prompt: 'What is {photo}, and what does {paper} say?',
  variables: [
    { name: 'photo', type: 'image', required: true },
    { name: 'paper', type: 'file', required: false },
  ],
};
const png = `data:image/png;base64,${btoa('not inspected')}`;
const pdf = `data:application/pdf;base64,${btoa('%PDF-')}`;

let world: World;
let empty: World;

beforeAll(async () => {
  world = await openWorld(undefined, { retriever: fixture });
  empty = await openWorld();
});
beforeEach(() => world.fake.reset());
afterAll(() => Promise.all([world.close(), empty.close()]));

describe('a task with retrieval', () => {
  it('gives the model the passages, and shows them in the trace', async () => {
    const { path } = await world.makeTask({ retrieval });
    const run = await world.call('POST', `${path}/run`, { inputs: { review: 'Which bulb?' } });
    expect(run.status).toBe(200);
    const [system, user] = world.fake.requests[0]?.messages ?? [];
    expect(system?.content).toBe(
      'You judge product reviews.\n\nPassages retrieved from the documents:\n\n[1] Lamp manual\nThe bulb is an E27.\n\n[2] Lamp manual\nTwo years of warranty.',
    );
    expect(user?.content).toBe('Review: Which bulb?');
    const steps = await world.call('GET', `${world.path}/run/${run.body.id}/step`);
    expect(steps.body.results[0]).toMatchObject({
      kind: 'retrieve',
      status: 'succeeded',
      input: { query: 'Which bulb?', collection_ids: ['manual'], top_k: 5, threshold: 0.5 },
      output: { passages: documents.slice(0, 2) },
    });
  });

  it('calls the model without passages when the query is empty', async () => {
    const variables: TaskDefinition['variables'] = [
      { name: 'review', type: 'text', required: false },
    ];
    const { path } = await world.makeTask({ retrieval, variables });
    expect((await world.call('POST', `${path}/run`, { inputs: {} })).status).toBe(200);
    expect(world.fake.requests[0]?.messages[0]?.content).toBe('You judge product reviews.');
  });

  it('fails with the reason when a collection does not exist', async () => {
    for (const [place, id] of [
      [world, 'gone'],
      [empty, 'manual'],
    ] as const) {
      const { path } = await place.makeTask({ retrieval: { ...retrieval, collection_ids: [id] } });
      const run = await place.call('POST', `${path}/run`, { inputs: { review: 'x' } });
      expect([run.status, run.body.code]).toEqual([400, 'collection_not_found']);
      expect(run.body.detail).toContain(id);
      expect(place.fake.requests).toEqual([]);
    }
  });
});

describe('images and files', () => {
  it('are sent at their place in the prompt, and omitted from the trace', async () => {
    const { path } = await world.makeTask(photo);
    const run = await world.call('POST', `${path}/run`, { inputs: { photo: png, paper: pdf } });
    expect(run.status).toBe(200);
    const content = world.fake.requests[0]?.messages[1]?.content as unknown as object[];
    expect(content).toMatchObject([
      { type: 'text', text: 'What is ' },
      { type: 'image_url', image_url: { url: png } },
      { type: 'text', text: ', and what does ' },
      { type: 'file', file: { file_data: pdf } },
      { type: 'text', text: ' say?' },
    ]);
    const { input_preview } = (await world.call('GET', `${world.path}/run/${run.body.id}`)).body;
    expect(input_preview).toBe('[image/png, 13 B] · [application/pdf, 5 B]');
    const steps = await world.call('GET', `${world.path}/run/${run.body.id}/step`);
    const [, model] = steps.body.results;
    expect(JSON.stringify(model)).not.toContain('base64');
    expect(JSON.stringify(steps.body)).toContain('What is [image/png, 13 B], and');
  });

  it('are sent as text when they contain text', async () => {
    const { path } = await world.makeTask({ ...photo, model_id: 'sandbox/sandbox' });
    const paper = `data:text/plain;base64,${btoa('the end is nigh')}`;
    const run = await world.call('POST', `${path}/run`, { inputs: { photo: png, paper } });
    expect(run.body.output).toContain('the end is nigh');
  });

  it('are rejected with a pointer when they are anything else', async () => {
    const { path } = await world.makeTask(photo);
    const run = await world.call('POST', `${path}/run`, { inputs: { photo: 'https://x.test/a' } });
    expect([run.status, run.body.errors]).toEqual([
      400,
      [
        {
          pointer: '/inputs/photo',
          message: 'Must be a data URL of a PNG, JPEG, WebP or GIF image',
        },
      ],
    ]);
  });
});
