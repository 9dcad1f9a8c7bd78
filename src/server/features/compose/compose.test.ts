import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEW_BRIEF } from '#core/compose/article.ts';
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
    expect(world.searched[0]).toContain('Thirty days');
    expect(world.searched[0]).toContain('How long.');
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
