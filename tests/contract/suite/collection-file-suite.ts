import { zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { checkedFetch } from '../../support/contract-check.ts';
import { type Any, call, projectPath, type Target, uniqueName } from '../target.ts';

/** What a collection is published as: its contract, and the sample collection. */
export function suite(target: () => Target): void {
  const collections = () => `${projectPath(target())}/collection`;
  const create = async (body: object = {}): Promise<string> => {
    const options = { body: { name: uniqueName('Manual'), ...body } };
    const made = await call(target(), 'editor', 'POST', collections(), options);
    return `${collections()}/${made.body.id}`;
  };

  describe("a collection's contract", () => {
    it('names the tags of its documents, and is there for API keys', async () => {
      const path = await create();
      await call(target(), 'editor', 'POST', `${path}/document`, {
        body: { name: 'Lunch', text: 'Lunch is at noon.', tags: ['food', "chef's"] },
      });
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Key') },
      });
      const bearer = { bearer: made.body.key };
      const document = await call(target(), bearer, 'GET', `${path}/openapi.json`);
      expect(document.status).toBe(200);
      expect(document.headers.get('content-disposition')).toMatch(/manual-.*\.openapi\.json/);
      const { tags } = document.body.components.schemas.SearchFilter.properties;
      expect(tags.items.enum).toEqual(["chef's", 'food']);
      const client = await call(target(), bearer, 'GET', `${path}/client.ts`);
      expect(client.status).toBe(200);
      // A misspelt tag doesn't compile.
      expect(client.body).toMatch(/'chef\\'s' \| 'food'(?! \| \(string)/);
      expect((await call(target(), 'outsider', 'GET', `${path}/client.ts`)).status).toBe(404);
    });
  });

  describe('the sample collection', () => {
    it('is created once', async () => {
      const path = `${collections()}/sample`;
      expect((await call(target(), 'member', 'POST', path)).status).toBe(403);
      const both: Any[] = await Promise.all([
        call(target(), 'editor', 'POST', path),
        call(target(), 'editor', 'POST', path),
      ]);
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(both[0].body.id).toBe(both[1].body.id);
      expect(both[0].body.counts.documents).toBe(7);
      expect(both[0].headers.get('location')).toMatch(
        new RegExp(`/collection/${both[0].body.id}$`),
      );
      const questions = await call(
        target(),
        'member',
        'GET',
        `${collections()}/${both[0].body.id}/question`,
      );
      expect(questions.body.results).toHaveLength(6);
    });
  });

  describe('archives', () => {
    const imports = () => `${collections()}/import`;
    const exported = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
      const { baseUrl, headersOf, name } = target();
      const init = { headers: headersOf('member') };
      const response = await checkedFetch(`${baseUrl}${path}/export`, init, name);
      expect(response.headers.get('content-type')).toBe('application/zip');
      return new Uint8Array(await response.arrayBuffer());
    };
    const uploaded = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
      const uploads = `${projectPath(target())}/upload`;
      const body = { purpose: 'archive', files: [{ name: 'a.zip', size: bytes.length }] };
      const started = await call(target(), 'editor', 'POST', uploads, { body });
      const { id } = started.body.results[0].upload;
      const form = new FormData();
      form.set('file', new Blob([bytes]));
      const sent = await call(target(), 'editor', 'PUT', `${uploads}/${id}?offset=0`, {
        body: form,
      });
      expect(sent.status).toBe(200);
      return id;
    };
    const imported = (upload_id: string, more: object = {}) =>
      call(target(), 'editor', 'POST', imports(), { body: { upload_id, ...more } });

    it('bring a collection back with documents, tags, settings and questions', async () => {
      const settings = { chunk_size: 120, chunk_overlap: 10, language: 'en' };
      const path = await create({ description: 'All of it', tags: ['x'], settings });
      const original = (await call(target(), 'editor', 'GET', path)).body;
      for (const [name, text] of [
        ['../../Lunch', 'Lunch is at noon.'],
        ['Trains', 'Trains are booked early.'],
      ])
        await call(target(), 'editor', 'POST', `${path}/document`, {
          body: { name, text, tags: [name === 'Trains' ? 'travel' : 'food'] },
        });
      const listed = await call(target(), 'editor', 'GET', `${path}/document?sort=name`);
      const trains = listed.body.results[1];
      await call(target(), 'editor', 'POST', `${path}/question`, {
        body: {
          question: 'When are trains booked?',
          expected: [{ document_id: trains.id, start: 0, end: 24 }],
          filter: { document_ids: [trains.id], tags: ['travel'] },
        },
      });

      const upload = await uploaded(await exported(path));
      const made = await imported(upload);
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        name: `${original.name} 2`,
        description: 'All of it',
        tags: ['x'],
        counts: { documents: 2 },
        index: { settings },
      });
      const copy = `${collections()}/${made.body.id}`;
      expect(made.headers.get('location')).toMatch(new RegExp(`/collection/${made.body.id}$`));
      await vi.waitFor(
        async () => expect((await call(target(), 'editor', 'GET', copy)).body.counts.ready).toBe(2),
        { timeout: 20_000, interval: 50 },
      );
      const found = await call(target(), 'editor', 'POST', `${copy}/search`, {
        body: { query: 'trains', filter: { tags: ['travel'] } },
      });
      expect(found.body.results[0].document_name).toBe('Trains');
      const [question] = (await call(target(), 'editor', 'GET', `${copy}/question`)).body.results;
      const [{ document_id: other }] = found.body.results;
      expect(question).toMatchObject({
        expected: [{ document_id: other, start: 0, end: 24 }],
        filter: { document_ids: [other], tags: ['travel'] },
      });
      expect(other).not.toBe(trains.id);
      // It was imported once.
      expect((await imported(upload)).status).toBe(400);
    });

    it('of others, damaged ones and bombs are refused, and leave nothing behind', async () => {
      const name = uniqueName('Refused');
      const bytes = (text: string) => new TextEncoder().encode(text);
      const manifest = (documents: object[]) =>
        bytes(
          JSON.stringify({
            format: 'taskloom-collection',
            version: 1,
            name,
            description: '',
            tags: [],
            settings: {
              chunk_size: 300,
              chunk_overlap: 40,
              language: 'auto',
              embedding_model: null,
            },
            documents,
            questions: [],
          }),
        );
      const document = (path: string | null, url: string | null = null) => ({
        path,
        name: 'A',
        type: url ? 'url' : 'file',
        url,
        media_type: null,
        tags: [],
        dated_at: '2026-11-20T09:00:00.000Z',
      });
      const archives = [
        bytes('PK not really'),
        zipSync({ 'readme.txt': bytes('Hello') }),
        zipSync({ 'collection.json': bytes('{"format":"other"}') }),
        zipSync({ 'collection.json': manifest([document('documents/1')]) }),
        zipSync({ 'collection.json': manifest([document('../x')]), '../x': bytes('x') }),
        zipSync({ 'collection.json': manifest([document(null, 'http://169.254.169.254/x')]) }),
        zipSync({
          'collection.json': manifest([document('ok'), document('bomb')]),
          ok: bytes('Fine'),
          bomb: new Uint8Array(60 * 1024 * 1024),
        }),
      ];
      for (const archive of archives) {
        const refused = await imported(await uploaded(archive as Uint8Array<ArrayBuffer>));
        expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, '/upload_id']);
      }
      expect((await imported('upload_none')).status).toBe(400);
      const left = await call(target(), 'editor', 'GET', `${collections()}?q=${name}`);
      expect(left.body.results).toEqual([]);
    });
  });
}
