import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEW_BRIEF } from '#core/compose/article.ts';
import { newId } from '#core/ids.ts';
import { sweepArticles } from '#domain/compose/sweep.ts';
import type { Passage } from '#domain/run/execution/passage.ts';
import { until } from '../../../../tests/support/until.ts';
import { org } from '../../db/schema/org.ts';
import { task } from '../../db/schema/task.ts';
import { seed } from '../assist/house.repository.ts';
import { SHUT_DOWN } from '../run/keeper/run-keeper.ts';
import { openWorld, PRICED_MODEL, type World } from '../run/testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
type Any = any;

const PASSAGE: Passage = {
  collection_id: 'collection_1',
  document_id: 'document_1',
  document_name: 'Handbook.md',
  text: 'Customers can return unused goods within 30 days of delivery.',
  chunks: [{ id: 'chunk_1', page: 3, text: 'Customers can return unused goods within 30 days.' }],
  page: 3,
  heading_path: [],
  score: 1,
  word_rank: 1,
  meaning_rank: null,
};
let world: World;
/** What was searched for. */
const searched: string[] = [];

beforeAll(async () => {
  const retriever = async ({ query }: { query: string }) => {
    searched.push(query);
    return { passages: [PASSAGE] };
  };
  world = await openWorld(undefined, { retriever });
  await seed(world.database.db, world.projectId);
  // Here, the project is its own free-tier project.
  await world.database.db.update(task).set({ org_id: world.orgId });
});
beforeEach(() => {
  world.fake.reset();
  searched.length = 0;
});
afterAll(() => world.close());

const outline = [
  { id: 'a', heading: 'Thirty days', level: 2, notes: 'How long.' },
  { id: 'b', heading: 'Your money', level: 2, notes: '' },
];
const OLD = '## Your money\n\nAs it was.';

async function createArticle(content: object = {}, model_id = PRICED_MODEL): Promise<string> {
  const brief = { topic: 'Returns', model_id };
  const { body } = await world.call('POST', `${world.path}/article`, { brief });
  const at = `${world.path}/article/${body.id}`;
  const { status } = await world.call('PATCH', at, content);
  expect(status).toBe(200);
  return at;
}
const get = async (at: string): Promise<Any> => (await world.call('GET', at)).body;

/** Runs a step and returns its events. */
async function step(at: string, body: object, headers: Record<string, string> = {}) {
  const response = await world.call('POST', `${at}/step`, body, headers);
  const events: Any[] = [...String(response.body).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
    JSON.parse(data ?? ''),
  );
  const text = events.flatMap(({ type, text: part }) => (type === 'compose.delta' ? part : []));
  return {
    status: response.status,
    body: response.body,
    events,
    last: events.at(-1),
    text: text.join(''),
  };
}

describe('an article on a real model', () => {
  it('is composed from its brief to its search result, and knows what that cost', async () => {
    const at = await createArticle();
    world.fake.script(
      { kind: 'text', text: 'Sure:\n```json\n{"titles":["Thirty days","Returning a lamp"]}\n```' },
      {
        kind: 'text',
        text: '{"outline":[{"heading":"Thirty days","level":1,"notes":"How long."},{"heading":"What to keep","level":2,"notes":""},{"heading":"Your money","level":1,"notes":""}]}',
      },
      {
        kind: 'text',
        text: '## Thirty days\n\nYou have thirty days.\n\n### What to keep\n\nThe box.\n\n## Your money\n\nIt comes back.',
      },
      {
        kind: 'text',
        text: '{"title":"Returns","description":"Thirty days, one box.","slug":"returns","keywords":["returns"]}',
      },
    );
    const costs: number[] = [];
    for (const name of ['titles', 'outline', 'sections', 'seo']) {
      const { last } = await step(at, { step: name });
      expect(last.type).toBe('compose.succeeded');
      costs.push(last.answer.usage.cost);
      if (name === 'titles') await world.call('PATCH', at, { title: 'Thirty days' });
    }
    const article = await get(at);
    expect(article).toMatchObject({
      titles: [{ text: 'Thirty days' }, { text: 'Returning a lamp' }],
      outline: [{ level: 2 }, { heading: 'What to keep', level: 3 }, { level: 2 }],
      sections: [
        {
          status: 'done',
          markdown: '## Thirty days\n\nYou have thirty days.\n\n### What to keep\n\nThe box.',
        },
        { status: 'done', markdown: '## Your money\n\nIt comes back.' },
      ],
      seo: { slug: 'returns' },
      open_steps: [],
    });
    expect(Math.min(...costs)).toBeGreaterThan(0);
    expect(article.cost).toBe(costs.reduce((sum, cost) => sum + cost, 0));
    expect(JSON.stringify(world.fake.requests[2]?.messages)).toContain('## Thirty days');
  });

  it('keeps sections that could not be found in the output, and says so', async () => {
    const at = await createArticle({ outline, sections: [{ id: 'b', markdown: OLD }] });
    world.fake.setReply({
      kind: 'text',
      text: '## Thirty days\n\nNew.\n\n## Else\n\nx\n\n## More\n\ny',
    });
    const { last } = await step(at, { step: 'sections' });
    expect(last.answer).toMatchObject({ changed_section_ids: ['a'], unchanged_section_ids: ['b'] });
    const [first, second] = (await get(at)).sections;
    expect([first.status, second.status, second.markdown]).toEqual(['done', 'unchanged', OLD]);
    const edited = await world.call('PATCH', at, { sections: [{ id: 'b', markdown: OLD }] });
    expect(edited.body.sections[1].status).toBe('done');
  });

  it('keeps the sections before the one in which the model was cut off', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply({
      kind: 'text',
      text: '## Thirty days\n\nWhole.\n\n## Your money\n\nHalf of',
      finish: 'length',
    });
    const { last } = await step(at, { step: 'sections' });
    expect(last.answer).toMatchObject({ changed_section_ids: ['a'], unchanged_section_ids: ['b'] });
    expect(world.fake.counts.requests).toBe(1);
  });

  it('is written in another language than asked without complaint', async () => {
    const at = await createArticle({ outline });
    world.fake.setReply({ kind: 'text', text: '## Dreißig Tage\n\nEins.\n\n## Ihr Geld\n\nZwei.' });
    const { last } = await step(at, { step: 'sections' });
    expect(last.answer.unchanged_section_ids).toEqual([]);
    expect((await get(at)).sections[1].markdown).toBe('## Your money\n\nZwei.');
  });

  it.each([
    ['not JSON', { kind: 'text', text: 'I would call it “Returns”.' }, 2, 'json'],
    [
      'truncated JSON',
      { kind: 'text', text: '{"outline":[{"heading":"A', finish: 'length' },
      1,
      'json',
    ],
    ['of another shape', { kind: 'text', text: '{"answer": 42}' }, 2, 'response'],
    [
      'with too many headings',
      {
        kind: 'text',
        text: JSON.stringify({
          outline: Array.from({ length: 500 }, (_, n) => ({
            heading: `H${n}`,
            level: 2,
            notes: '',
          })),
        }),
      },
      2,
      'response',
    ],
    ['empty', { kind: 'text', text: '{"outline":[]}' }, 2, 'response'],
  ] as const)('is not changed by an outline that is %s', async (_, reply, requests, kind) => {
    const at = await createArticle({ outline });
    const before = await get(at);
    world.fake.setReply(reply);
    const { last } = await step(at, { step: 'outline' });
    expect(last).toMatchObject({
      type: 'compose.failed',
      error:
        kind === 'json'
          ? { code: 'compose_json_invalid', message: 'Invalid JSON detected from the LLM.' }
          : { code: 'compose_response_invalid', message: 'Invalid response sent from the LLM.' },
    });
    expect(world.fake.counts.requests).toBe(requests);
    const after = await get(at);
    expect({ ...after, cost: 0 }).toEqual({ ...before, cost: 0 });
    // What was consumed is paid.
    expect(after.cost).toBeGreaterThan(0);
  });

  it('has its output repaired once', async () => {
    const at = await createArticle({ outline });
    world.fake.script(
      { kind: 'text', text: 'No.' },
      { kind: 'text', text: '{"outline":[{"heading":"Better","level":2,"notes":""}]}' },
    );
    const { events, last } = await step(at, { step: 'outline' });
    expect(events.map(({ type }) => type)).toContain('compose.reset');
    expect(last.type).toBe('compose.succeeded');
    expect((await get(at)).outline).toMatchObject([{ heading: 'Better' }]);
  });

  it.each([
    ['breaks off', { kind: 'cut', text: '## Thirty days\n\nWhat is', after_tokens: 2 }],
    ['fails', { kind: 'status', status: 401 }],
  ] as const)('is not changed when the provider %s', async (_, reply) => {
    const at = await createArticle({
      outline,
      sections: [{ id: 'a', markdown: '## Thirty days' }],
    });
    world.fake.setReply(reply);
    const { last } = await step(at, { step: 'sections' });
    expect(last).toMatchObject({
      type: 'compose.failed',
      error: { code: expect.stringMatching(/^model_/) },
    });
    expect((await get(at)).sections[0]).toMatchObject({
      status: 'done',
      markdown: '## Thirty days',
    });
  });
});

describe('sources', () => {
  it('are searched for what a section says, and its claims are checked against them', async () => {
    const collections = world.domain.stores.collection.collections;
    const at = await createArticle({ outline });
    const id = at.split('/').at(-1) ?? '';
    // A collection would need an index. What the retriever finds is given.
    const where = { article_id: id, number: 0 };
    const [row] = await world.domain.stores.compose.contents.list({ where, order: ['number'] });
    expect(await collections.count({ project_id: world.projectId })).toBe(0);
    const brief = { ...NEW_BRIEF, ...row?.content.brief, collection_ids: ['collection_1'] };
    await world.domain.stores.compose.contents.change(where, {
      content: { ...(row?.content as Any), brief },
    });
    world.fake.setReply({
      kind: 'text',
      text: '## Thirty days\n\nCustomers can return unused goods within 30 days [1]. They can also keep them for 90 days [1]. More [7].',
    });
    await step(at, { step: 'sections', section_ids: ['a'] });
    expect(searched[0]).toContain('Thirty days');
    expect(searched[0]).toContain('How long.');
    const [section] = (await get(at)).sections;
    expect(section.markdown).not.toContain('[7]');
    expect(section.citations.map(({ supported, number }: Any) => [number, supported])).toEqual([
      [1, true],
      [1, false],
    ]);
    expect(section.passages).toMatchObject([{ number: 1, document_name: 'Handbook.md', page: 3 }]);
    // An edit is checked again.
    const markdown = '## Thirty days\n\nCustomers can return unused goods within 30 days [1].';
    const edited = await world.call('PATCH', at, { sections: [{ id: 'a', markdown }] });
    expect(edited.body.sections[0].citations).toMatchObject([{ number: 1, supported: true }]);

    world.fake.setReply({
      kind: 'text',
      text: '## Thirty days\n\nReturn unused goods within 30 days [1].',
    });
    const { last } = await step(at, { step: 'rewrite', section_id: 'a', mode: 'shorten' });
    const { proposal, run_id } = last.answer;
    expect(proposal.citations).toMatchObject([{ number: 1, supported: true }]);
    const accepted = await world.call('PATCH', at, {
      sections: [{ id: 'a', markdown: proposal.markdown, run_id }],
    });
    expect(accepted.body.sections[0].passages).toHaveLength(1);
  });
});

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
  expect(await compose.articles.find({ id: body.id })).toBeUndefined();
  await sweepArticles(world.domain, new AbortController().signal);
  const left = ['kept.png', 'gone.png'].map((file) => world.domain.files.get('article', file));
  expect((await Promise.all(left)).map(Boolean)).toEqual([true, false]);
  expect(await compose.files.count({ article_id: body.id })).toBe(0);
});
