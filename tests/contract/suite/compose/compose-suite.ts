import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#core/messages.ts';
import { type Any, call, projectPath, type Target } from '../../target.ts';

const brief = { topic: 'Planning a launch', model_id: 'sandbox/sandbox' };

/** The events of a stream. */
function eventsOf(text: unknown): Any[] {
  return [...String(text).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
}

/** Articles from brief to publication, on the sandbox model, which returns rule-based samples. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/article`;
  const create = async (body: object = { brief }, who: 'editor' | 'member' = 'editor') => {
    const made = await call(target(), who, 'POST', path(), { body });
    expect(made.status).toBe(201);
    return { article: made.body, at: `${path()}/${made.body.id}` };
  };
  const get = async (at: string) => (await call(target(), 'editor', 'GET', at)).body;
  const change = (at: string, body: object, headers = {}) =>
    call(target(), 'editor', 'PATCH', at, { body, headers });
  const step = async (at: string, body: object, headers = {}) => {
    const response = await call(target(), 'editor', 'POST', `${at}/step`, { body, headers });
    return { ...response, events: eventsOf(response.body), last: eventsOf(response.body).at(-1) };
  };
  const outline = [
    { id: 'a', heading: 'Start from the date', level: 2, notes: 'Work backwards.' },
    { id: 'b', heading: 'Who does what', level: 3, notes: '' },
    { id: 'c', heading: 'The week itself', level: 2, notes: '' },
  ];

  describe('articles', () => {
    it('are created, listed, found, sorted, changed and deleted', async () => {
      const { article, at } = await create({ brief, title: 'Zebra launch' });
      expect(article).toMatchObject({
        title: 'Zebra launch',
        brief: { ...brief, length: 1000, language: 'English' },
        sections: [],
        cost: 0,
        open_steps: [],
        publication: null,
      });
      const other = await create({ brief, title: 'Aardvark launch' });
      const found = await call(target(), 'member', 'GET', `${path()}?q=launch&sort=title`);
      const titles = found.body.results.map(({ title }: Any) => title);
      expect(titles.indexOf('Aardvark launch')).toBeLessThan(titles.indexOf('Zebra launch'));
      const first = await call(target(), 'member', 'GET', `${path()}?page_limit=1`);
      expect(first.body.results[0]).toMatchObject({ id: other.article.id, stage: 'titles' });
      const { next_cursor } = first.body.pagination;
      const second = await call(
        target(),
        'member',
        'GET',
        `${path()}?page_limit=1&cursor=${next_cursor}`,
      );
      expect(second.body.results[0].id).toBe(article.id);
      expect((await call(target(), 'editor', 'DELETE', at)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', at)).status).toBe(404);
      expect((await call(target(), 'editor', 'DELETE', at)).status).toBe(404);
    });

    it('keep what is incomplete, and only lose what was replaced', async () => {
      const { at } = await create();
      const saved = await change(at, {
        brief: { tone: 'Dry' },
        outline: [...outline, { id: 'd', heading: '', level: 2, notes: '' }],
        sections: [{ id: 'a', markdown: 'No heading yet' }],
        images: [{ id: 'i', url: 'https://example.com/a.png', alt: 'A' }],
      });
      expect(saved.status).toBe(200);
      expect(saved.body).toMatchObject({ brief: { ...brief, tone: 'Dry' }, title: '' });
      expect(saved.body.sections.map(({ id, status }: Any) => [id, status])).toEqual([
        ['a', 'done'],
        ['c', 'empty'],
        ['d', 'empty'],
      ]);
      const without = await change(at, { outline: outline.slice(2) });
      expect(without.body.sections.map(({ id }: Any) => id)).toEqual(['c']);
      const back = await change(at, { outline });
      expect(back.body.sections[0]).toMatchObject({ id: 'a', markdown: 'No heading yet' });
    });

    it("reject what doesn't exist or is there twice, at the field", async () => {
      const { at } = await create();
      const pointers = async (body: object) => {
        const { status, body: problem } = await change(at, body);
        return [status, ...(problem.errors ?? []).map(({ pointer }: Any) => pointer)];
      };
      expect(await pointers({ brief: { model_id: 'x/y' } })).toEqual([400, '/brief/model_id']);
      expect(await pointers({ brief: { collection_ids: ['collection_x'] } })).toEqual([
        400,
        '/brief/collection_ids/0',
      ]);
      expect(await pointers({ outline: [outline[0], outline[0]] })).toEqual([400, '/outline/1/id']);
      expect(await pointers({ outline, sections: [{ id: 'b', markdown: '' }] })).toEqual([
        400,
        '/sections/0/id',
      ]);
      const script = { id: 'i', url: 'javascript:alert(1)', alt: '' };
      expect(await pointers({ images: [script] })).toEqual([400, '/images/0/url']);
      const foreign = { id: 'i', url: '/files/avatar/someone.png', alt: '' };
      expect(await pointers({ images: [foreign] })).toEqual([400, '/images/0/url']);
    });

    it('take as many headings and as much text as they may, in any script, and reject more', async () => {
      const { at } = await create();
      const many = Array.from({ length: 100 }, (_, n) => {
        return { id: `h${n}`, heading: `עברית 東京 😀 ${n}`, level: 2, notes: '' };
      });
      const textOf = (length: number, n = 0) =>
        `## ${many[n]?.heading}\n\n${'שלום '.repeat(length / 5)}`;
      const sections = many.map(({ id }, n) => ({ id, markdown: textOf(4000, n) }));
      const full = await change(at, { outline: many, sections });
      expect(full.status).toBe(200);
      expect(full.body.sections[99].markdown).toBe(sections[99]?.markdown);
      const rejected = async (body: object) => {
        const { status, body: problem } = await change(at, body);
        return [status, problem.code, problem.errors?.[0]?.pointer];
      };
      const long = [{ id: 'h0', markdown: textOf(200_000) }];
      expect(await rejected({ sections: long })).toEqual([
        400,
        'invalid_request',
        '/sections/0/markdown',
      ]);
      const one = { id: 'more', heading: 'One more', level: 2, notes: '' };
      expect(await rejected({ outline: [...many, one] })).toEqual([
        400,
        'invalid_request',
        '/outline',
      ]);
      const larger = sections.slice(0, 20).map(({ id }) => ({ id, markdown: textOf(19_000) }));
      expect(await rejected({ sections: larger })).toEqual([409, 'limit_reached', undefined]);
      expect((await get(at)).etag).toBe(full.body.etag);
    });

    it('are never overwritten silently by a second editor', async () => {
      const { article, at } = await create();
      const mine = await change(at, { title: 'Mine' }, { 'if-match': article.etag });
      expect(mine.status).toBe(200);
      const theirs = await change(at, { title: 'Theirs' }, { 'if-match': article.etag });
      expect([theirs.status, theirs.body.code]).toEqual([412, 'precondition_failed']);
      expect(theirs.headers.get('etag')).toBe(mine.body.etag);
      expect((await get(at)).title).toBe('Mine');
    });

    it('are written by members, and deleted only by those who may edit the project', async () => {
      const { at } = await create({ brief }, 'member');
      expect((await call(target(), 'member', 'DELETE', at)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', at)).status).toBe(204);
    });
  });

  describe('the steps of articles', () => {
    it('write an article from its brief, each as a run of the project', async () => {
      const { at } = await create();
      const titles = await step(at, { step: 'titles' });
      expect(titles.status).toBe(200);
      expect(titles.events[0]).toMatchObject({ type: 'compose.started', is_sample: true });
      const ends = titles.events.filter(({ type }) => /succeeded|failed|cancelled/.test(type));
      expect(ends).toEqual([titles.last]);
      const run = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run/${titles.last.answer.run_id}`,
      );
      expect(run.body).toMatchObject({ source: 'compose', status: 'succeeded' });
      const suggested = await get(at);
      expect(suggested.titles).toHaveLength(5);
      expect(suggested.etag).toBe(titles.last.answer.etag);

      const [first] = suggested.titles;
      await change(at, { title: first.text, titles: [{ ...first, kept: true }] });
      await step(at, { step: 'titles', wish: 'Shorter' });
      expect((await get(at)).titles[0]).toEqual({ ...first, kept: true });

      await step(at, { step: 'outline' });
      const planned = await get(at);
      expect(planned.outline[0]).toMatchObject({ level: 2 });
      expect(planned.sections.map(({ status }: Any) => status)).toContain('empty');

      const [one] = planned.sections;
      const written = await step(at, { step: 'sections', section_ids: [one.id] });
      expect(written.last.answer).toMatchObject({
        changed_section_ids: [one.id],
        unchanged_section_ids: [],
      });
      const text = written.events.flatMap(({ type, text: part }) =>
        type === 'compose.delta' ? part : [],
      );
      const afterOne = await get(at);
      expect(afterOne.sections[0]).toMatchObject({
        status: 'done',
        markdown: text.join('').trim(),
      });
      expect(afterOne.sections[0].markdown).toMatch(/^## /);
      expect(afterOne.sections[1].status).toBe('empty');

      const all = await step(at, { step: 'sections' });
      expect(all.last.answer.changed_section_ids).toEqual(
        planned.sections.map(({ id }: Any) => id),
      );
      const seo = await step(at, { step: 'seo' });
      expect(seo.last.type).toBe('compose.succeeded');
      const done = await get(at);
      expect(done.seo.slug).toMatch(/^[a-z0-9-]+$/);
      expect([done.cost, done.open_steps]).toEqual([0, []]);
      const listed = await call(target(), 'member', 'GET', `${path()}?page_limit=1`);
      expect(listed.body.results[0].stage).toBe('article');
    });

    it('propose a rewrite, which is accepted like an edit', async () => {
      const { at } = await create();
      const markdown = '## Start from the date\n\nPick the day.\n\nThen count back.';
      await change(at, { outline, sections: [{ id: 'a', markdown }] });
      const { last } = await step(at, { step: 'rewrite', section_id: 'a', mode: 'rephrase' });
      const { proposal, run_id } = last.answer;
      expect(proposal).toMatchObject({ section_id: 'a', citations: [] });
      expect(proposal.markdown).not.toBe(markdown);
      expect((await get(at)).sections[0].markdown).toBe(markdown);
      const sections = [{ id: 'a', markdown: proposal.markdown, run_id }];
      const accepted = await change(at, { sections });
      expect(accepted.body.sections[0].markdown).toBe(proposal.markdown);
    });

    it('name everything that they need and the article lacks', async () => {
      const { at } = await create({});
      const errors = async (body: object) => (await step(at, body)).body.errors;
      expect(await errors({ step: 'titles' })).toMatchObject([{ pointer: '/brief/topic' }]);
      expect(await errors({ step: 'sections' })).toEqual([
        { pointer: '/outline', message: 'A blog outline heading is required' },
      ]);
      await change(at, {
        outline: [
          { id: 'x', heading: 'Deep', level: 3, notes: '' },
          { id: 'y', heading: ' ', level: 2, notes: '' },
        ],
      });
      expect(await errors({ step: 'sections' })).toEqual([
        {
          pointer: '/outline/0/level',
          message: 'Blog sections must start with second-level headings',
        },
        { pointer: '/outline/1/heading', message: MESSAGES.compose.headingNeeded },
      ]);
      await change(at, { outline });
      expect(await errors({ step: 'rewrite', section_id: 'a', mode: 'shorten' })).toMatchObject([
        { pointer: '/section_id' },
      ]);
      expect(await errors({ step: 'seo' })).toMatchObject([{ pointer: '/sections' }]);
    });

    it('run once per idempotency key, also after the article has changed', async () => {
      const { at } = await create();
      const headers = { 'idempotency-key': `compose ${Date.now()}` };
      const first = await step(at, { step: 'outline' }, headers);
      const again = await step(at, { step: 'outline' }, headers);
      expect(again.last.answer).toEqual(first.last.answer);
      const other = await step(at, { step: 'seo' }, headers);
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    });
  });

  describe('the versions of articles', () => {
    it('are saved before steps that replace something, on demand, and before a restore', async () => {
      const { at } = await create();
      await change(at, { title: 'First', outline });
      const named = await call(target(), 'editor', 'POST', `${at}/version`, {
        body: { name: 'Mine' },
      });
      expect(named.body).toMatchObject({ number: 1, name: 'Mine', reason: 'named' });
      await step(at, { step: 'outline' });
      const list = await call(target(), 'member', 'GET', `${at}/version`);
      expect(list.body.results.map(({ reason }: Any) => reason)).toEqual(['outline', 'named']);
      const old = await call(target(), 'member', 'GET', `${at}/version/2`);
      expect(old.body.content.outline).toEqual(outline);
      const before = await get(at);
      const late = await call(target(), 'editor', 'POST', `${at}/version/1/restore`, {
        headers: { 'if-match': '"0"' },
      });
      expect(late.status).toBe(412);
      const restored = await call(target(), 'editor', 'POST', `${at}/version/1/restore`, {
        headers: { 'if-match': before.etag },
      });
      expect(restored.body).toMatchObject({ title: 'First', outline });
      const newest = await call(target(), 'member', 'GET', `${at}/version?page_limit=1`);
      expect(newest.body.results[0]).toMatchObject({ number: 3, reason: 'restore' });
    });
  });

  describe('publishing articles', () => {
    const webhook = async (events: string[]) => {
      const made = await call(target(), 'editor', 'POST', `${projectPath(target())}/webhook`, {
        body: { name: 'Website', url: 'https://example.com/hook', events },
      });
      return made.body.webhook.id;
    };

    it('sends the whole article to one webhook', async () => {
      const { at } = await create({ brief, title: 'Ready' });
      const markdown = '## Start from the date\n\n**Pick** the <script>day</script>.';
      await change(at, { outline: [outline[0]], sections: [{ id: 'a', markdown }] });
      const id = await webhook(['article.published']);
      const sent = await call(target(), 'editor', 'POST', `${at}/publish`, {
        body: { webhook_id: id },
      });
      expect(sent.body.publication).toMatchObject({ webhook_id: id, webhook_name: 'Website' });
      const { delivery_id } = sent.body.publication;
      const log = `${projectPath(target())}/webhook/${id}/delivery/${delivery_id}`;
      const { body } = await call(target(), 'editor', 'GET', log);
      expect(body.event).toMatchObject({
        type: 'article.published',
        title: 'Ready',
        markdown,
        html: '<h2>Start from the date</h2>\n<p><strong>Pick</strong> the &#60;script&#62;day&#60;/script&#62;.</p>',
      });
      const member = await call(target(), 'member', 'POST', `${at}/publish`, {
        body: { webhook_id: id },
      });
      expect(member.status).toBe(403);
    });

    it('names everything that is missing', async () => {
      const { at } = await create();
      await change(at, { outline, sections: [{ id: 'a', markdown: 'Start from the date' }] });
      const id = await webhook(['run.failed']);
      const publish = () =>
        call(target(), 'editor', 'POST', `${at}/publish`, { body: { webhook_id: id } });
      const incomplete = await publish();
      expect(incomplete.body.errors).toEqual([
        { pointer: '/title', message: 'A title is required' },
        { pointer: '/sections/0/markdown', message: MESSAGES.compose.sectionHeading },
      ]);
      await change(at, { title: 'T', sections: [{ id: 'a', markdown: '## Start' }] });
      expect((await publish()).body.errors).toMatchObject([{ pointer: '/webhook_id' }]);
    });
  });

  describe('the images of articles', () => {
    const PNG = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (char) => char.charCodeAt(0),
    );
    const upload = (at: string, bytes: Uint8Array, name: string) => {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
      return call(target(), 'editor', 'POST', `${at}/image`, { body: form });
    };

    it('are uploaded, and judged by their contents', async () => {
      const { at } = await create();
      const { status, body } = await upload(at, PNG, 'team.png');
      expect([status, body.alt]).toEqual([201, '']);
      const named = await change(at, { images: [{ ...body, alt: 'The team' }] });
      expect(named.body.images).toEqual([{ ...body, alt: 'The team' }]);
      const text = await upload(at, new TextEncoder().encode('<svg onload=alert(1)>'), 'a.png');
      expect([text.status, text.body.code]).toEqual([415, 'unsupported_image']);
      expect(text.body.errors[0].message).toBe(MESSAGES.image.unsupported);
      const half = await upload(at, PNG.slice(0, 40), 'half.png');
      expect([half.status, half.body.code]).toEqual([400, 'image_unreadable']);
      expect((await get(at)).images).toHaveLength(1);
    });
  });
}
