import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASSISTANTS } from '#core/assist/assistants.ts';
import { HOUSE_TASKS } from '#core/assist/house-tasks.ts';
import { task, taskDraft, taskRevision } from '#domain/task/task.tables.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { seed } from './house.repository.ts';

const definition = {
  system_prompt: 'You judge reviews.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
  output_format: { type: 'text' },
  model_id: 'sandbox/sandbox',
  parameters: {},
};
const model_id = 'compatible/fake-model';
const written = {
  name: 'Judge reviews',
  description: 'Finds how a customer feels.',
  system_prompt: 'You judge reviews. Respond like {"a": 1}.',
  user_prompt: 'Review: {customer_review}',
  variables: [
    {
      name: 'customer_review',
      type: 'text',
      required: true,
      description: 'The review',
      example: 'Fine.',
    },
  ],
  output: 'text',
  output_fields: [],
};

describe('an assistant on a real model', () => {
  let fake: OpenAiServer;
  let server: TestApp;
  let path: string;

  beforeAll(async () => {
    fake = await startOpenAiServer();
    server = await startTestApp({ COMPATIBLE_BASE_URL: fake.url, COMPATIBLE_MODELS: 'fake-model' });
    const org = (await server.as('ada')('GET', '/org')).body.results[0].id;
    const project = (await server.as('ada')('GET', `/org/${org}/project`)).body.results[0].id;
    path = `/org/${org}/project/${project}`;
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const ask = (body: object) => server.as('ada')('POST', `${path}/assist`, { model_id, ...body });

  it('has its output repaired, and retried once when that is not enough', async () => {
    fake.script(
      { kind: 'text', text: JSON.stringify({ ...written, system_prompt: '' }) },
      { kind: 'text', text: JSON.stringify(written) },
    );
    const { status, body } = await ask({ helper: 'generate_task', description: 'Judge reviews' });
    expect([status, body.is_sample, body.model_id]).toEqual([200, false, model_id]);
    expect(body.result).toMatchObject({
      name: 'Judge reviews',
      definition: {
        system_prompt: 'You judge reviews. Respond like {{"a": 1}}.',
        user_prompt: 'Review: {customerReview}',
        variables: [{ name: 'customerReview', example: 'Fine.' }],
        output_format: { type: 'text' },
      },
    });
    expect(fake.counts.requests).toBe(2);
    expect(JSON.stringify(fake.requests[1]?.messages.at(-1))).toContain('/system_prompt');
    const { body: run } = await server.as('ada')('GET', `${path}/run/${body.run_id}`);
    expect(run).toMatchObject({ source: 'assist', task_name: ASSISTANTS.generate_task.name });
    expect(run.usage.input_tokens).toBeGreaterThan(0);
  });

  it('understands output within prose, and with other names and capitalisation', async () => {
    const text = `Sure! Here you are:\n\n\`\`\`json\n${JSON.stringify({ ...written, Output: 'TEXT', why: 1 })}\n\`\`\``;
    fake.script({ kind: 'text', text });
    const { status, body } = await ask({ helper: 'generate_task', description: 'Judge reviews' });
    expect([status, body.result.name, fake.counts.requests]).toEqual([200, 'Judge reviews', 1]);
  });

  it('reports that its output was cut off, and does not retry', async () => {
    fake.setReply({ kind: 'text', text: 'You judge rev', finish: 'length' });
    const wish = { helper: 'improve_prompt', field: 'system_prompt', wish: 'Strict', definition };
    const { status, body } = await ask(wish);
    expect([status, body.code]).toEqual([422, 'output_invalid']);
    expect(body.detail).toContain('cut off');
    expect(fake.counts.requests).toBe(1);
  });

  it('fails when the second output breaks the rules too', async () => {
    fake.setReply({ kind: 'text', text: JSON.stringify({ ...written, system_prompt: ' ' }) });
    const { status, body } = await ask({ helper: 'generate_task', description: 'Judge reviews' });
    expect([status, body.code]).toEqual([422, 'output_invalid']);
    expect(fake.counts.requests).toBe(2);
  });

  it('cannot recommend a model that does not exist', async () => {
    const reasons = [{ aspect: 'price', text: 'Cheap.' }];
    const recommendation = (id: string) =>
      JSON.stringify({ model_id: id, reasons, alternatives: [] });
    fake.script(
      { kind: 'text', text: recommendation('x/y') },
      { kind: 'text', text: recommendation(model_id) },
    );
    const { body } = await ask({ helper: 'recommend_model', definition });
    expect(body.result).toMatchObject({ recommended_model_id: model_id, reasons });
    const question = JSON.stringify(fake.requests[0]?.messages);
    expect(question).toContain(model_id);
    expect(question).not.toContain('anthropic/');
  });

  it('can be improved in place: its active revision is used', async () => {
    const { taskId, definition: first } = ASSISTANTS.suggest_names;
    const better = {
      ...first,
      system_prompt: 'Name it in Latin.',
      user_prompt: 'Go.',
      variables: [],
    };
    const { db } = server.database;
    const author = { author_id: 'u', author_name: 'U', created_at: new Date().toISOString() };
    const row = { task_id: taskId, number: 2, note: 'Latin', ...author };
    await db.insert(taskRevision).values({ ...row, definition: better });
    await db.update(task).set({ active_revision: 2 }).where(eq(task.id, taskId));
    fake.setReply({ kind: 'text', text: '{"names":["\\"Sententia.\\"","Sententia",""]}' });
    const { body } = await ask({ helper: 'suggest_names', definition });
    expect(body.result.names).toEqual(['Sententia']);
    expect(fake.requests[0]?.messages[0]?.content).toContain('Latin');
  });

  it('is rejected for a model that is not available', async () => {
    const { status, body } = await ask({
      helper: 'suggest_names',
      definition,
      model_id: 'anthropic/claude-haiku-4-5',
    });
    expect([status, body.errors[0].pointer]).toEqual([400, '/model_id']);
    expect(body.errors[0].message).toContain('ANTHROPIC_API_KEY');
  });
});

it("updates unedited assistants with the product, and doesn't change edited ones", async () => {
  const database = await openTestDatabase();
  const { db } = database;
  await seed(db, 'project_a');
  const old = { ...ASSISTANTS.suggest_names.definition, system_prompt: 'The old prompt.' };
  const touched = [ASSISTANTS.suggest_names.taskId, ASSISTANTS.describe_tool.taskId];
  for (const taskId of touched) {
    await db.update(taskRevision).set({ definition: old }).where(eq(taskRevision.task_id, taskId));
    await db.update(taskDraft).set({ definition: old }).where(eq(taskDraft.task_id, taskId));
  }
  const mine = eq(taskRevision.task_id, ASSISTANTS.describe_tool.taskId);
  await db.update(taskRevision).set({ author_id: 'user_1' }).where(mine);
  await seed(db, 'project_a');
  await seed(db, 'project_a');
  const rows = await db.select().from(task).where(inArray(task.id, touched)).orderBy(task.id);
  expect(rows.map(({ active_revision }) => active_revision)).toEqual([1, 2]);
  const [renewed] = await db
    .select()
    .from(taskRevision)
    .where(
      and(eq(taskRevision.task_id, ASSISTANTS.suggest_names.taskId), eq(taskRevision.number, 2)),
    );
  expect(renewed?.definition).toEqual(ASSISTANTS.suggest_names.definition);
  await database.close();
});

it('seeds assistants once, keeps improvements, and follows the free-tier project', async () => {
  const database = await openTestDatabase();
  const { db } = database;
  await seed(db, 'project_a');
  const { taskId } = ASSISTANTS.suggest_names;
  await db.update(task).set({ name: 'Better' }).where(eq(task.id, taskId));
  await seed(db, 'project_a');
  await seed(db, 'project_b');
  const rows = await db.select().from(task);
  expect(rows).toHaveLength(HOUSE_TASKS.length);
  expect(new Set(rows.map(({ project_id }) => project_id))).toEqual(new Set(['project_b']));
  expect(rows.find(({ id }) => id === taskId)?.name).toBe('Better');
  expect(await db.select().from(taskRevision)).toHaveLength(rows.length);
  await database.close();
});
