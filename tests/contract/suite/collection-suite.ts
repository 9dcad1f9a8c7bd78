import { describe, expect, it, vi } from 'vitest';
import { type Any, call, orgPath, projectPath, type Target, uniqueName } from '../target.ts';

const TRAVEL = `# Travel policy

## Trains

Book trains at least a week ahead. First class is for journeys of more than four hours. Seats are
reserved with the ticket, and whoever misses a connection takes the next train without asking anybody first.
Receipts are not needed for journeys that were booked with the travel desk.

## Hotels

A night costs at most 140 euros, breakfast included.
`;

/** Collections: documents become searchable, whatever happens on the way. */
export function suite(target: () => Target): void {
  const collections = () => `${projectPath(target())}/collection`;
  const create = async (body: object = {}): Promise<Any> => {
    const options = { body: { name: uniqueName('Handbook'), ...body } };
    const made = await call(target(), 'editor', 'POST', collections(), options);
    expect(made.status).toBe(201);
    return made.body;
  };
  const at = ({ id }: Any) => `${collections()}/${id}`;
  const add = async (collection: Any, text = TRAVEL, more: object = {}): Promise<Any> => {
    const options = { body: { name: 'Travel policy', text, ...more } };
    const made = await call(target(), 'editor', 'POST', `${at(collection)}/document`, options);
    expect(made.status).toBe(201);
    return made.body;
  };
  const settled = (path: string) =>
    vi.waitFor(
      async () => {
        const { body } = await call(target(), 'editor', 'GET', path);
        expect(['ready', 'failed', 'cancelled']).toContain(body.state);
        return body as Any;
      },
      { timeout: 20_000, interval: 50 },
    );
  const ready = async (collection: Any, text?: string, more?: object) => {
    const { id } = await add(collection, text, more);
    return settled(`${at(collection)}/document/${id}`);
  };
  const search = async (collection: Any, body: object) =>
    call(target(), 'member', 'POST', `${at(collection)}/search`, { body });

  describe('collections', () => {
    it('are created, changed with If-Match, listed and deleted', async () => {
      const made = await create({ tags: ['People', 'people'], description: 'How we work' });
      expect(made).toMatchObject({
        tags: ['People'],
        is_paused: false,
        uses: 0,
        building: null,
        counts: { documents: 0, chunks: 0 },
        index: { number: 1, status: 'active', settings: { chunk_size: 300, chunk_overlap: 40 } },
      });
      const headers = { 'if-match': made.etag };
      const change = { body: { name: `${made.name} 2` }, headers };
      const changed = await call(target(), 'editor', 'PATCH', at(made), change);
      expect(changed.body.name).toBe(`${made.name} 2`);
      expect((await call(target(), 'editor', 'PATCH', at(made), change)).status).toBe(412);
      expect((await call(target(), 'member', 'PATCH', at(made), change)).status).toBe(403);
      expect((await call(target(), 'outsider', 'GET', at(made))).status).toBe(404);
      const listed = await call(target(), 'member', 'GET', `${collections()}?q=${made.name}`);
      expect(listed.body.results.map(({ id }: Any) => id)).toEqual([made.id]);
      const taken = await call(target(), 'editor', 'POST', collections(), {
        body: { name: changed.body.name.toUpperCase() },
      });
      expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
      expect((await call(target(), 'editor', 'DELETE', at(made))).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', at(made))).status).toBe(404);
    });

    it('refuse settings that make no sense', async () => {
      for (const [settings, pointer] of [
        [{ chunk_size: 100, chunk_overlap: 90 }, '/settings/chunk_overlap'],
        [{ embedding_model: 'nobody/nothing' }, '/settings/embedding_model'],
      ] as const) {
        const options = { body: { name: uniqueName('Odd'), settings } };
        const refused = await call(target(), 'editor', 'POST', collections(), options);
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
      }
    });

    it('can use the embedding models that are configured', async () => {
      const path = `${orgPath(target())}/embedding-model`;
      const { status, body } = await call(target(), 'member', 'GET', path);
      expect([status, body.pagination.has_next]).toEqual([200, false]);
      for (const { id, price } of body.results)
        expect([typeof id, price]).toEqual(['string', price]);
    });

    it('index texts, and find passages by their words', async () => {
      const collection = await create();
      const document = await ready(collection);
      expect(document).toMatchObject({ state: 'ready', kind: 'markdown', title: 'Travel policy' });
      expect(document.chunks).toBeGreaterThan(0);
      const found = await search(collection, { query: 'How early must I book trains?', top_k: 1 });
      expect(found.status).toBe(200);
      const [hit] = found.body.results;
      expect(hit).toMatchObject({ document_id: document.id, word_rank: 1, meaning_rank: null });
      expect(hit.text).toContain('Book trains at least a week ahead');
      for (const { start, end } of hit.highlights)
        expect('how early must i book trains').toContain(hit.text.slice(start, end).toLowerCase());
      const counts = (await call(target(), 'member', 'GET', at(collection))).body;
      expect(counts.counts).toMatchObject({ documents: 1, ready: 1, failed: 0 });
      expect(counts.index.search).toMatchObject({ meaning: false });
    });

    it('let a model rerank what was found', async () => {
      const collection = await create({ settings: { chunk_size: 50, chunk_overlap: 0 } });
      await ready(collection);
      const asked = { query: 'A night in a hotel, or trains?', rerank_model: 'sandbox/sandbox' };
      const { status, body } = await search(collection, asked);
      expect([status, body.rerank]).toEqual([
        200,
        { model_id: 'sandbox/sandbox', applied: true, note: null },
      ]);
      const ranks = body.results.map(({ rerank_rank }: Any) => rerank_rank);
      expect(ranks).toEqual(ranks.map((_: number, at: number) => at + 1));
      expect(ranks.length).toBeGreaterThan(1);
      const refused = await search(collection, { ...asked, rerank_model: 'nobody/nothing' });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/rerank_model']);
      expect((await search(collection, { query: 'trains' })).body.rerank).toBeNull();
    });

    it('show the blocks and chunks of a document, and its original', async () => {
      const collection = await create({ settings: { chunk_size: 50, chunk_overlap: 0 } });
      const document = await ready(collection);
      const path = `${at(collection)}/document/${document.id}`;
      const first = await call(target(), 'member', 'GET', `${path}/block?page_limit=3`);
      expect(first.body.results.map(({ kind }: Any) => kind)).toEqual([
        'heading',
        'heading',
        'paragraph',
      ]);
      const rest = await call(
        target(),
        'member',
        'GET',
        `${path}/block?cursor=${first.body.pagination.next_cursor}`,
      );
      const blocks = [...first.body.results, ...rest.body.results];
      expect(blocks.map(({ id }: Any) => id)).toEqual(blocks.map((_, number) => String(number)));
      expect(blocks.at(-1)).toMatchObject({ heading_path: ['Travel policy', 'Hotels'] });
      const later = await call(
        target(),
        'member',
        'GET',
        `${path}/block?offset=${blocks[2].start}`,
      );
      expect(later.body.results[0]).toEqual(blocks[2]);
      const chunks = await call(target(), 'member', 'GET', `${path}/chunk`);
      expect(chunks.body.results.length).toBe(document.chunks);
      const file = await call(target(), 'member', 'GET', `${path}/file`);
      expect([file.status, file.body]).toEqual([200, TRAVEL]);
    });

    it('filter by tags, documents and dates without shortening the result', async () => {
      const collection = await create();
      for (let number = 0; number < 6; number += 1)
        await add(collection, `The budget of team ${number} is ${number} thousand euros.`, {
          name: `Team ${number}`,
          tags: [number % 2 === 0 ? 'Even' : 'odd'],
          dated_at: `2026-0${number + 1}-01T00:00:00Z`,
        });
      await vi.waitFor(
        async () => {
          const { body } = await call(target(), 'member', 'GET', at(collection));
          expect(body.counts.ready).toBe(6);
        },
        { timeout: 20_000 },
      );
      const names = async (filter: object) => {
        const { body } = await search(collection, { query: 'budget of the team', filter });
        return body.results.map(({ document_name }: Any) => document_name).sort();
      };
      expect(await names({ tags: ['EVEN'] })).toEqual(['Team 0', 'Team 2', 'Team 4']);
      expect(await names({ dated_after: '2026-05-01T00:00:00Z' })).toEqual(['Team 4', 'Team 5']);
      expect(await names({ tags: ['odd'], dated_before: '2026-03-01T00:00:00Z' })).toEqual([
        'Team 1',
      ]);
      for (const nothing of [{ tags: ['nobody'] }, { tags: [] }, { document_ids: [] }])
        expect(await names(nothing)).toEqual([]);
      const tags = await call(target(), 'member', 'GET', `${at(collection)}/tag`);
      expect(tags.body.results).toEqual(['Even', 'odd']);
    });

    it('keep documents that fail, say why, and try again', async () => {
      const collection = await create();
      const form = new FormData();
      form.set('file', new File([new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 1, 2, 3])], 'a.out'));
      const options = { body: form };
      const made = await call(
        target(),
        'editor',
        'POST',
        `${at(collection)}/document/file`,
        options,
      );
      expect([made.status, made.body.name]).toEqual([201, 'a.out']);
      const path = `${at(collection)}/document/${made.body.id}`;
      expect(await settled(path)).toMatchObject({
        state: 'failed',
        error: { code: 'unsupported', message: 'This file type is not supported.' },
      });
      const broken = new FormData();
      broken.set('file', new File(['PK\u0003\u0004 cut off'], 'rules.docx'));
      const cut = { body: broken };
      const word = await call(target(), 'editor', 'POST', `${at(collection)}/document/file`, cut);
      expect(await settled(`${at(collection)}/document/${word.body.id}`)).toMatchObject({
        state: 'failed',
        error: {
          code: 'unreadable',
          message: "We couldn't process this document, please try a different version.",
        },
      });
      const retry = { body: { action: 'retry', state: 'failed' } };
      const retried = await call(
        target(),
        'editor',
        'POST',
        `${at(collection)}/document/change`,
        retry,
      );
      expect(retried.body).toEqual({ changed: 2 });
      expect((await settled(path)).state).toBe('failed');
    });

    it('take a large file in parts, and continue an interrupted upload', async () => {
      const collection = await create();
      const text = `The quick brown fox jumps over the lazy dog.${' '.repeat(8_400_000)}`;
      const bytes = new TextEncoder().encode(text);
      const file = { name: 'fox.txt', size: bytes.length };
      const body = {
        purpose: 'document',
        collection_id: collection.id,
        files: [file, { name: 'empty', size: 0 }],
      };
      const uploads = `${projectPath(target())}/upload`;
      const started = await call(target(), 'editor', 'POST', uploads, { body });
      const [{ upload }, empty] = started.body.results;
      expect(empty).toMatchObject({ upload: null, error: 'The file is empty' });
      const send = (offset: number) => {
        const form = new FormData();
        form.set('file', new Blob([bytes.slice(offset, offset + upload.part_size)]));
        const path = `${uploads}/${upload.id}?offset=${offset}`;
        return call(target(), 'editor', 'PUT', path, { body: form });
      };
      expect((await send(upload.part_size)).body.code).toBe('upload_conflict');
      expect((await send(0)).body.offset).toBe(upload.part_size);
      expect((await send(0)).body.offset).toBe(upload.part_size);
      const done = await send(upload.part_size);
      expect(done.body.offset).toBe(bytes.length);
      const document = await settled(`${at(collection)}/document/${done.body.document_id}`);
      expect(document).toMatchObject({ state: 'ready', name: 'fox.txt', size: bytes.length });
    }, 60_000);

    it('build a new index while the old one serves, and go back', async () => {
      const collection = await create();
      await ready(collection);
      const indexes = `${at(collection)}/index`;
      const made = await call(target(), 'editor', 'POST', indexes, {
        body: { settings: { chunk_size: 50, chunk_overlap: 0 } },
      });
      expect(made.body).toMatchObject({ number: 2, status: 'building' });
      const next = await vi.waitFor(
        async () => {
          const { body } = await call(target(), 'member', 'GET', `${indexes}/${made.body.id}`);
          expect(body.status).toBe('ready');
          return body;
        },
        { timeout: 20_000 },
      );
      expect(next.chunks).toBeGreaterThan(1);
      const before = await call(target(), 'member', 'GET', at(collection));
      expect(before.body).toMatchObject({ index: { number: 1 }, building: { number: 2 } });
      const activate = `${indexes}/${made.body.id}/activate`;
      expect((await call(target(), 'editor', 'POST', activate)).body.status).toBe('active');
      expect((await search(collection, { query: 'hotels' })).body.results[0].text).toContain('140');
      const back = `${indexes}/${before.body.index.id}/activate`;
      expect((await call(target(), 'editor', 'POST', back)).body.number).toBe(1);
      const active = await call(target(), 'editor', 'DELETE', `${indexes}/${before.body.index.id}`);
      expect([active.status, active.body.code]).toEqual([409, 'index_not_ready']);
      const idle = `${indexes}/${made.body.id}`;
      expect((await call(target(), 'member', 'DELETE', idle)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', idle)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', idle)).status).toBe(404);
    });

    it('judge an index by saved questions', async () => {
      const collection = await create({ settings: { chunk_size: 50, chunk_overlap: 0 } });
      const { id } = await ready(collection);
      const start = TRAVEL.indexOf('A night');
      const expected = [{ document_id: id, start, end: start + 20 }];
      const questions = `${at(collection)}/question`;
      const body = { question: 'How much may a hotel night cost?', expected };
      const made = await call(target(), 'editor', 'POST', questions, { body });
      expect(made.status).toBe(201);
      await call(target(), 'editor', 'POST', questions, { body: { question: 'Who wins?' } });
      const asked = await call(target(), 'editor', 'POST', `${questions}/evaluate`, {
        body: { k: 3 },
      });
      expect(asked.body.figures).toMatchObject({ questions: 1, recall: 1, k: 3 });
      expect(asked.body.results[0]).toMatchObject({ question_id: made.body.id, passed: true });
      expect(asked.body.results[1]).toMatchObject({ passed: null, rank: null });
      const index = (await call(target(), 'member', 'GET', at(collection))).body.index;
      expect(index.figures).toMatchObject({ recall: 1, questions: 1 });

      const question = `${questions}/${made.body.id}`;
      const change = { question: 'What may a night cost?' };
      const changed = await call(target(), 'editor', 'PATCH', question, { body: change });
      expect(changed.body).toEqual({ ...made.body, ...change });
      const nowhere = { expected: [{ document_id: id, start: 20, end: 20 }] };
      const refused = await call(target(), 'editor', 'PATCH', question, { body: nowhere });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/expected/0/end']);
      expect((await call(target(), 'editor', 'DELETE', question)).status).toBe(204);
      expect((await call(target(), 'editor', 'DELETE', question)).status).toBe(404);
      const left = (await call(target(), 'member', 'GET', questions)).body.results;
      expect(left.map((one: Any) => one.question)).toEqual(['Who wins?']);
    });

    it('preview how a text is split', async () => {
      const collection = await create();
      const body = { text: TRAVEL, settings: { chunk_size: 50, chunk_overlap: 0 } };
      const preview = await call(target(), 'member', 'POST', `${at(collection)}/preview`, { body });
      expect(preview.body.total).toBe(preview.body.chunks.length);
      expect(preview.body.total).toBeGreaterThan(1);
      const empty = { text: '\u001f' };
      const refused = await call(target(), 'member', 'POST', `${at(collection)}/preview`, {
        body: empty,
      });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/text']);
    });

    it('pause: new documents wait, and say so', async () => {
      const collection = await create();
      const pause = (is_paused: boolean) =>
        call(target(), 'editor', 'PATCH', at(collection), { body: { is_paused } });
      await pause(true);
      const { id } = await add(collection);
      const path = `${at(collection)}/document/${id}`;
      const waiting = await call(target(), 'member', 'GET', path);
      expect(waiting.body).toMatchObject({
        state: 'waiting',
        progress: { queue_position: 1, waiting_for: 'Indexing is paused in this collection.' },
      });
      const cancelled = await call(target(), 'editor', 'POST', `${path}/cancel`);
      expect(cancelled.body.state).toBe('cancelled');
      expect((await call(target(), 'editor', 'POST', `${path}/cancel`)).status).toBe(409);
      await pause(false);
      await call(target(), 'editor', 'POST', `${path}/retry`);
      expect((await settled(path)).state).toBe('ready');
    });

    it('edit, tag and delete documents', async () => {
      const collection = await create();
      const { id, etag } = await ready(collection);
      const path = `${at(collection)}/document/${id}`;
      const headers = { 'if-match': etag };
      const body = { text: '# Food\n\nLunch is at noon.', tags: ['food'] };
      const changed = await call(target(), 'editor', 'PATCH', path, { body, headers });
      expect(changed.body).toMatchObject({ tags: ['food'], state: 'waiting' });
      expect((await call(target(), 'editor', 'PATCH', path, { body, headers })).status).toBe(412);
      await settled(path);
      expect((await search(collection, { query: 'trains' })).body.results).toEqual([]);
      expect((await search(collection, { query: 'lunch' })).body.results).toHaveLength(1);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await search(collection, { query: 'lunch' })).body.results).toEqual([]);
    });

    it('refuse URLs that must not be requested, and take the others', async () => {
      const collection = await create();
      const urls = ['http://169.254.169.254/latest', 'https://pages.invalid/travel'];
      const path = `${at(collection)}/document/url`;
      const { body } = await call(target(), 'editor', 'POST', path, { body: { urls } });
      expect(body.results[0]).toMatchObject({ document: null });
      expect(body.results[0].error).toContain('Please enter a valid/supported URL.');
      expect(body.results[1].document).toMatchObject({ origin: { type: 'url', url: urls[1] } });
      // Nothing was fetched, so there is no file, and fetching it again says what is wrong with the page.
      const page = `${at(collection)}/document/${body.results[1].document.id}`;
      const file = await call(target(), 'member', 'GET', `${page}/file`);
      expect([file.status, file.body.code]).toEqual([409, 'document_not_ready']);
      const again = await call(target(), 'editor', 'POST', `${page}/refetch`);
      expect([again.status, again.body.code]).toEqual([400, 'invalid_request']);
    });
  });
}
