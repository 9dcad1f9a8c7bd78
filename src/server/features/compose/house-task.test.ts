import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WRITERS } from '#core/compose/writers/writers.ts';
import { task } from '#domain/task/task.tables.ts';
import type { ArticleStepName, TaskDefinition } from '#generated/model/index.ts';
import { seed } from '../assist/house.repository.ts';
import { type ComposeWorld, openComposeWorld, outline } from './testing.ts';

let world: ComposeWorld;

beforeAll(async () => {
  world = await openComposeWorld();
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const pathOf = (step: ArticleStepName) => `${world.path}/task/${WRITERS[step].taskId}`;
const TITLES = { kind: 'text', text: '{"titles":["One","Two"]}' } as const;

/** Changes a step's task in the free-tier project, as people change any task. */
async function improve(step: ArticleStepName, change: Partial<TaskDefinition>) {
  const { body: draft } = await world.call('GET', `${pathOf(step)}/draft`);
  const definition = { ...draft.definition, ...change };
  const match = { 'if-match': draft.etag };
  const saved = await world.call('PUT', `${pathOf(step)}/draft`, { definition }, match);
  expect(saved.status).toBe(200);
  const made = await world.call('POST', `${pathOf(step)}/revision`, { note: 'Better' });
  expect(made.status).toBe(201);
  const { number } = made.body;
  const active = await world.call('POST', `${pathOf(step)}/revision/${number}/activate`, {
    // Changes that break callers have to be confirmed.
    confirm: (await world.call('GET', pathOf(step))).body.name,
  });
  expect(active.status).toBe(200);
}

it('a better prompt of its task is used by the next step, whatever the task is called', async () => {
  const at = await world.createArticle();
  const { definition } = WRITERS.titles;
  await improve('titles', { system_prompt: `${definition.system_prompt}\nNever use puns.` });
  expect((await world.call('PATCH', pathOf('titles'), { name: 'Headlines' })).status).toBe(200);
  world.fake.setReply(TITLES);
  const { last } = await world.step(at, { step: 'titles' });
  expect(last.type).toBe('compose.succeeded');
  expect(JSON.stringify(world.fake.requests[0]?.messages)).toContain('Never use puns.');
  const run = await world.call('GET', `${world.path}/run/${last.answer.run_id}`);
  expect(run.body.task_name).toBe('Headlines');
});

it('an output of another format can be read, or is one of the specified problems', async () => {
  const at = await world.createArticle({ outline });
  await improve('outline', { output_format: { type: 'text' } });
  const text = '{"chapters":[{"title":"Renamed"}]}';
  world.fake.setReply({ kind: 'text', text });
  const read = await world.step(at, { step: 'outline' });
  expect(read.last.type).toBe('compose.succeeded');
  expect((await world.get(at)).outline).toMatchObject([{ heading: 'Renamed', level: 2 }]);
  world.fake.setReply({ kind: 'text', text: '{"plan": 3}' });
  const { last } = await world.step(at, { step: 'outline' });
  expect(last.error).toEqual({
    code: 'compose_response_invalid',
    message: 'Invalid response sent from the LLM.',
  });
  expect((await world.get(at)).outline).toMatchObject([{ heading: 'Renamed' }]);
});

it('a task that cannot be used any more is named, and nothing is lost', async () => {
  const at = await world.createArticle({ title: 'Mine', outline });
  const [variable] = WRITERS.seo.definition.variables;
  await improve('rewrite', {
    variables: [
      ...WRITERS.rewrite.definition.variables,
      { ...(variable as NonNullable<typeof variable>), name: 'mood', required: true },
    ],
  });
  await world.call('PATCH', at, { sections: [{ id: 'a', markdown: '## Thirty days\n\nX.' }] });
  const rewrite = await world.step(at, { step: 'rewrite', section_id: 'a', mode: 'shorten' });
  expect([rewrite.status, rewrite.body.code]).toEqual([409, 'no_active_revision']);
  expect(rewrite.body.detail).toContain('requires the input “mood”');

  expect((await world.call('DELETE', pathOf('sections'))).status).toBe(204);
  const { status, body } = await world.step(at, { step: 'sections' });
  expect([status, body.code]).toEqual([409, 'no_active_revision']);
  expect(body.detail).toContain(`“${WRITERS.sections.name}” of the free-tier project was deleted`);
  expect(await world.get(at)).toMatchObject({ title: 'Mine', open_steps: [] });
  expect(world.fake.counts.requests).toBe(0);

  // A restart of the server creates it again.
  await seed(world.database.db, world.projectId);
  const { db } = world.database;
  const where = eq(task.id, WRITERS.sections.taskId);
  await db.update(task).set({ org_id: world.orgId }).where(where);
  world.fake.setReply({ kind: 'text', text: '## Thirty days\n\nA.\n\n## Your money\n\nB.' });
  expect((await world.step(at, { step: 'sections' })).last.type).toBe('compose.succeeded');
});
