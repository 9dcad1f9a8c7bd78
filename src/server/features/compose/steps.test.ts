import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { sweepArticles } from '#domain/compose/sweep.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import { org } from '#domain/org/org.tables.ts';
import { until } from '../../../../tests/support/until.ts';
import { SHUT_DOWN } from '../run/keeper/run-keeper.ts';
import { type Any, type ComposeWorld, openComposeWorld, outline } from './testing.ts';

let world: ComposeWorld;

beforeAll(async () => {
  world = await openComposeWorld();
});
beforeEach(() => {
  world.fake.reset();
  world.searched.length = 0;
});
afterAll(() => world.close());

const createArticle = (content?: object) => world.createArticle(content);
const get = (at: string) => world.get(at);
const step = (at: string, body: object, headers?: Record<string, string>) =>
  world.step(at, body, headers);
const OLD = '## Your money\n\nAs it was.';

describe('a step in progress', () => {
  const SLOW = {
    kind: 'text',
    text: '## Thirty days\n\none two three four five six',
    token_ms: 50,
  } as const;
  /** Starts a step, and waits until it writes. */
  async function begin(at: string, headers = {}) {
    const ending = step(at, { step: 'sections', section_ids: ['a'] }, headers);
    let runId = '';
    await until(async () => {
      runId = (await get(at)).open_steps[0]?.run_id ?? '';
      return Boolean(world.domain.run.hub.find(runId)?.run.output_text);
    });
    return { runId, ending };
  }

  it('is shown, lets others edit, and is cancelled like any run: what it consumed is paid', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply(SLOW);
    const { runId, ending } = await begin(at);
    expect((await get(at)).sections.map(({ status }: Any) => status)).toEqual(['writing', 'empty']);
    await world.call('PATCH', at, { title: 'Meanwhile' });
    await world.call('POST', `${world.path}/run/${runId}/cancel`);
    expect((await ending).last).toEqual({ type: 'compose.cancelled' });
    const article = await get(at);
    expect(article).toMatchObject({ title: 'Meanwhile', open_steps: [] });
    expect(article.sections[0].status).toBe('empty');
    expect(article.cost).toBeGreaterThan(0);
  });

  it('keeps what was edited meanwhile, also its heading', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply(SLOW);
    const { ending } = await begin(at);
    await world.call('PATCH', at, {
      outline: [{ ...outline[0], heading: 'A month' }, outline[1]],
      sections: [{ id: 'b', markdown: OLD }],
    });
    await ending;
    const { sections, outline: after } = await get(at);
    expect(after[0].heading).toBe('A month');
    expect(sections.map(({ markdown }: Any) => markdown)).toEqual([SLOW.text, OLD]);
  });

  it('is resumed with its key, and its result is stored once, whoever follows it', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply(SLOW);
    const key = { 'idempotency-key': 'a lost connection' };
    const { ending } = await begin(at, key);
    const again = await step(at, { step: 'sections', section_ids: ['a'] }, key);
    const first = await ending;
    expect(again.last).toEqual(first.last);
    expect(again.text).toBe(SLOW.text);
    expect(world.fake.counts.requests).toBe(1);
    expect((await get(at)).cost).toBe(first.last.answer.usage.cost);
  });

  it('ends with the process that executed it; what was saved before stays', async () => {
    const at = await createArticle({
      outline,
      sections: [{ id: 'a', markdown: '## Thirty days\n\nSaved.' }],
    });
    world.fake.setReply(SLOW);
    const { runId, ending } = await begin(at);
    world.domain.run.hub.find(runId)?.abort.abort(SHUT_DOWN);
    expect((await ending).last.type).toBe('compose.failed');
    expect((await get(at)).sections[0]).toMatchObject({
      status: 'done',
      markdown: '## Thirty days\n\nSaved.',
    });
  });

  it('whose result nobody stored is settled by the next reader, on any node', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply({ kind: 'text', text: '## Thirty days\n\nWritten.' });
    const { last } = await step(at, { step: 'sections', section_ids: ['a'] });
    const { run_id } = last.answer;
    const { compose } = world.domain.stores;
    // As if the process had died between the end of the run and this.
    const article_id = at.split('/').at(-1) ?? '';
    const [version] = await compose.contents.list({
      where: { article_id, number: 0 },
      order: ['number'],
    });
    await compose.contents.change(
      { article_id, number: 0 },
      { content: { ...(version?.content as Any), sections: [] } },
    );
    await compose.articles.change({ id: article_id }, { cost: 0 });
    await compose.steps.change({ run_id }, { result: null, settled_at: null });
    const articles = await Promise.all([get(at), get(at), get(at)]);
    for (const { cost, sections } of articles)
      expect([cost, sections[0].markdown]).toEqual([
        last.answer.usage.cost,
        '## Thirty days\n\nWritten.',
      ]);
  });

  it('is refused when ten others are in progress, also if all were started at the same time', async () => {
    const at = await createArticle();
    world.fake.setReply({ kind: 'text', text: '{"titles":["Thirty days"]}', delay_ms: 1000 });
    const started = await Promise.all(
      Array.from({ length: 14 }, () => step(at, { step: 'titles' })),
    );
    const refused = started.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 4 }, () => [409, 'limit_reached']),
    );
    expect(await get(at)).toMatchObject({ open_steps: [], titles: [{ text: 'Thirty days' }] });
  });

  it('is refused without balance, and nothing is stored', async () => {
    const at = await createArticle({ outline });
    const { db } = world.database;
    const [row] = await db.select().from(org).where(eq(org.id, world.orgId));
    await db.update(org).set({ balance: 0 }).where(eq(org.id, world.orgId));
    const { status, body } = await step(at, { step: 'outline' });
    await db
      .update(org)
      .set({ balance: row?.balance ?? 0 })
      .where(eq(org.id, world.orgId));
    expect([status, body.code]).toEqual([402, 'insufficient_balance']);
    expect((await get(at)).open_steps).toEqual([]);
  });
});

it('two editors who save the same version at the same time: one of them is told', async () => {
  const at = await createArticle();
  const { etag } = await get(at);
  const save = (title: string) => world.call('PATCH', at, { title }, { 'if-match': etag });
  const saved = await Promise.all([save('One'), save('Two'), save('Three')]);
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

it('is kept as a version before somebody goes on editing it after a pause', async () => {
  const at = await createArticle({ title: 'First', outline });
  const id = at.split('/').at(-1) ?? '';
  const pause = () =>
    world.domain.stores.compose.articles.change({ id }, { updated_at: '2026-01-01T00:00:00.000Z' });
  const edit = (title: string) => world.call('PATCH', at, { title });
  const reasons = async () =>
    (await world.call('GET', `${at}/version`)).body.results.map(({ reason }: Any) => reason);
  await edit('At once');
  expect(await reasons()).toEqual([]);
  await pause();
  await edit('Later');
  await edit('And on');
  expect(await reasons()).toEqual(['edits']);
  const kept = await world.call('GET', `${at}/version/1`);
  expect(kept.body.content).toMatchObject({ title: 'At once', outline });
  // What is a version already isn't saved once more.
  await world.call('POST', `${at}/version`, { name: 'Mine' });
  await pause();
  await edit('Later still');
  expect(await reasons()).toEqual(['named', 'edits']);
});

it('images of articles that were deleted with their project are deleted, others stay', async () => {
  const { compose, project } = world.domain.stores;
  const add = async (articleId: string, file: string) => {
    const created_at = new Date().toISOString();
    await compose.files.insert({ id: newId('image'), article_id: articleId, file, created_at });
    await world.domain.files.put('article', file, new Uint8Array([1]));
  };
  const at = await createArticle();
  await add(at.split('/').at(-1) ?? '', 'kept.png');
  const row = await project.projects.find({ id: world.projectId });
  const other = newId('project');
  await project.projects.insert({ ...(row as Any), id: other, name: 'Other' });
  const { body } = await world.call('POST', `/org/${world.orgId}/project/${other}/article`, {});
  await add(body.id, 'gone.png');
  await project.projects.delete({ id: other });
  const { signal } = new AbortController();
  await eraseDeleted(world.domain, { now: new Date(), signal });
  expect(await compose.articles.find({ id: body.id })).toBeUndefined();
  await sweepArticles(world.domain, signal);
  const left = ['kept.png', 'gone.png'].map((file) => world.domain.files.get('article', file));
  expect((await Promise.all(left)).map(Boolean)).toEqual([true, false]);
  expect(await compose.files.count({ article_id: body.id })).toBe(0);
});
