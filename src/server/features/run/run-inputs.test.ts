import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSAGE_RULES, passagesPrompt } from '#core/collection/cite/passage-prompt.ts';
import type { Passage } from '#domain/run/execution/context/passage.ts';
import { collectionNotFound, type Retriever } from '#domain/run/execution/context/retrieval.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { openWorld, type World } from './testing.ts';

function passage(document_name: string, text: string, score: number): Passage {
  const chunk = { id: `chunk_${score}`, page: 2, text };
  return {
    collection_id: 'manual',
    document_id: document_name,
    document_name,
    page: 2,
    heading_path: [],
    score,
    word_rank: 1,
    meaning_rank: null,
    text,
    chunks: [chunk],
  };
}

const documents = [
  passage('Lamp manual', 'The bulb is an E27.', 0.9),
  passage('Lamp manual', 'Two years of warranty.', 0.6),
  passage('Kettle manual', 'Boils water.', 0.2),
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

/** Makes a task that searches a collection, which may not exist. */
async function taskWith(place: World, id: string, parts: Partial<TaskDefinition> = {}) {
  const { collections } = place.domain.stores.collection;
  const now = new Date().toISOString();
  await collections.insert({
    id,
    org_id: place.orgId,
    project_id: place.projectId,
    name: id,
    description: '',
    tags: [],
    is_paused: false,
    index_id: 'none',
    version: 1,
    created_by_id: 'user_1',
    created_by_name: 'Ada',
    created_at: now,
    updated_at: now,
  });
  const made = await place.makeTask({
    retrieval: { ...retrieval, collection_ids: [id] },
    ...parts,
  });
  await collections.delete({ id });
  return made;
}

describe('a task with retrieval', () => {
  it('gives the model the passages, and shows them in the trace', async () => {
    const { path } = await taskWith(world, 'manual');
    const run = await world.call('POST', `${path}/run`, { inputs: { review: 'Which bulb?' } });
    expect(run.status).toBe(200);
    const [system, user] = world.fake.requests[0]?.messages ?? [];
    // Documents have no place among the instructions.
    expect(system?.content).toBe(`You judge product reviews.\n\n${PASSAGE_RULES}`);
    const passages = passagesPrompt(documents.slice(0, 2));
    expect(user?.content).toBe(`${passages}\n\nReview: Which bulb?`);
    const steps = await world.call('GET', `${world.path}/run/${run.body.id}/step`);
    expect(steps.body.results[0]).toMatchObject({
      kind: 'retrieve',
      status: 'succeeded',
      input: { query: 'Which bulb?', collection_ids: ['manual'], top_k: 5, threshold: 0.5 },
      output: {
        passages: [
          { number: 1, chunk_id: 'chunk_0.9', document_name: 'Lamp manual', score: 0.9, page: 2 },
          { number: 2, chunk_id: 'chunk_0.6', text: 'Two years of warranty.', word_rank: 1 },
        ],
      },
    });
  });

  it('calls the model without passages when the query is empty', async () => {
    const variables: TaskDefinition['variables'] = [
      { name: 'review', type: 'text', required: false },
    ];
    const { path } = await taskWith(world, 'manual', { variables });
    expect((await world.call('POST', `${path}/run`, { inputs: {} })).status).toBe(200);
    expect(world.fake.requests[0]?.messages[0]?.content).toBe('You judge product reviews.');
  });

  it('fails with the reason when a collection does not exist', async () => {
    for (const [place, id] of [
      [world, 'gone'],
      [empty, 'manual'],
    ] as const) {
      const { path } = await taskWith(place, id);
      const run = await place.call('POST', `${path}/run`, { inputs: { review: 'x' } });
      expect([run.status, run.body.code]).toEqual([400, 'collection_not_found']);
      expect(run.body.detail).toContain(id);
      expect(place.fake.requests).toEqual([]);
    }
  });
});

describe('the output of a task with retrieval', () => {
  const answer = 'Use an “E27” bulb [1]. It burns for three decades [2]. Nobody knows more [9].';

  it('has citations that were checked, without numbers that name nothing', async () => {
    world.fake.setReply({ kind: 'text', text: answer, token_ms: 1 });
    const { path } = await taskWith(world, 'manual');
    const { body } = await world.call('POST', `${path}/run`, { inputs: { review: 'Bulb?' } });
    expect(body.output).toBe(
      'Use an “E27” bulb [1]. It burns for three decades [2]. Nobody knows more.',
    );
    expect(body.citations).toMatchObject([
      { number: 1, document_name: 'Lamp manual', chunk_id: 'chunk_0.9', page: 2, supported: true },
      { number: 2, chunk_id: 'chunk_0.6', supported: false },
      { number: null, document_id: null, supported: false },
    ]);
    const stored = await world.call('GET', `${world.path}/run/${body.id}`);
    expect(stored.body.citations).toEqual(body.citations);
    expect(stored.body.output_text).toBe(body.output);
    const { results } = (await world.call('GET', `${world.path}/run/${body.id}/step`)).body;
    expect(results.at(-1)).toMatchObject({ kind: 'cite', output: { citations: body.citations } });
  });

  it('is the same as a stream, which never shows such a number', async () => {
    world.fake.setReply({ kind: 'text', text: answer, token_ms: 1 });
    const { path } = await taskWith(world, 'manual');
    const { body } = await world.call('POST', `${path}/run/stream`, {
      inputs: { review: 'Bulb?' },
    });
    expect(String(body)).not.toContain('[9');
    const events = [...String(body).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data ?? ''),
    );
    const deltas = events.filter(({ type }) => type === 'run.delta').map(({ text }) => text);
    const { run } = events.at(-1);
    expect(deltas.join('')).toBe(run.output);
    expect(run.citations.map(({ number }: { number: unknown }) => number)).toEqual([1, 2, null]);
  });

  it('puts the passages where the prompt says, and obeys none of them', async () => {
    const { path } = await taskWith(world, 'manual', {
      user_prompt: 'From {passages}, answer: {review}',
    });
    await world.call('POST', `${path}/run`, { inputs: { review: 'Which {passages}?' } });
    const [system, user] = world.fake.requests[0]?.messages ?? [];
    expect(system?.content).toBe(`You judge product reviews.\n\n${PASSAGE_RULES}`);
    const found = passagesPrompt(documents.slice(0, 2));
    expect(user?.content).toBe(`From ${found}, answer: Which {passages}?`);
  });

  it('uses the passages that fit into its limit of tokens', async () => {
    const limited = { ...retrieval, threshold: 0, max_tokens: 12 };
    const { path } = await taskWith(world, 'manual', { retrieval: limited });
    const run = await world.call('POST', `${path}/run`, { inputs: { review: 'Bulb?' } });
    const { results } = (await world.call('GET', `${world.path}/run/${run.body.id}/step`)).body;
    expect(results[0].output).toMatchObject({
      passages: [{ number: 1 }, { number: 2 }],
      left_out: [{ document_name: 'Kettle manual', score: 0.2, tokens: 4 }],
    });
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
