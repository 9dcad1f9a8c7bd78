import { describe, expect, it, vi } from 'vitest';
import {
  type Any,
  call,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

/** Templates: built-in ones and the organisation's own. */
export function suite(target: () => Target): void {
  const path = () => `${orgPath(target())}/template`;

  describe('templates', () => {
    it('that are built in can be paged and found by tag and by words', async () => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const query = `?page_limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
        const { body } = await call(target(), 'member', 'GET', `${path()}${query}`);
        ids.push(...body.results.map(({ id }: Any) => id));
        cursor = body.pagination.next_cursor ?? '';
      } while (cursor);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(['summarise', 'sql', 'lead-qualification']));
      const tagged = await call(target(), 'member', 'GET', `${path()}?tag=HR&q=bias`);
      expect(tagged.body.results.map(({ id }: Any) => id)).toEqual(['resume-screening']);
    });

    it('can be used to create tasks that run unchanged', async () => {
      const { body } = await call(target(), 'member', 'GET', `${path()}/classify`);
      expect(body).toMatchObject({ origin: 'built_in', created_by: null });
      expect(body.sample.output_valid).toBe(true);
      const tasks = `${projectPath(target())}/task`;
      const made = await call(target(), 'editor', 'POST', tasks, {
        body: {
          name: uniqueName(body.name),
          definition: { ...body.definition, model_id: 'sandbox/sandbox' },
        },
      });
      const run = await call(target(), 'editor', 'POST', `${tasks}/${made.body.id}/run`, {
        body: { inputs: body.sample.inputs, revision: 'draft' },
      });
      expect([run.status, run.body.status]).toEqual([200, 'succeeded']);
    });

    it('that answers from documents is ready to try with the sample collection', async () => {
      const collections = `${projectPath(target())}/collection`;
      const { id } = (await call(target(), 'editor', 'POST', `${collections}/sample`)).body;
      await vi.waitFor(
        async () => {
          const { counts } = (await call(target(), 'editor', 'GET', `${collections}/${id}`)).body;
          expect([counts.ready, counts.failed]).toEqual([counts.documents, 0]);
        },
        { timeout: 30_000, interval: 100 },
      );
      const answering = `${path()}/answer-from-documents`;
      const { definition: given, sample } = (await call(target(), 'member', 'GET', answering)).body;
      expect(given.retrieval).toMatchObject({ collection_ids: [], query_variable: 'question' });
      const retrieval = { ...given.retrieval, collection_ids: [id] };
      const tasks = `${projectPath(target())}/task`;
      const made = await call(target(), 'editor', 'POST', tasks, {
        body: {
          name: uniqueName('Answer'),
          definition: { ...given, model_id: 'sandbox/sandbox', retrieval },
        },
      });
      const revisions = `${tasks}/${made.body.id}/revision`;
      const saved = await call(target(), 'editor', 'POST', revisions, { body: { activate: true } });
      expect(saved.status).toBe(201);
      const run = async (inputs: Any, body: Any = {}) =>
        (
          await call(target(), 'editor', 'POST', `${tasks}/${made.body.id}/run`, {
            body: { inputs, ...body },
          })
        ).body;
      const { citations, output } = await run(sample.inputs);
      expect(output.answer).toMatch(/\[\d\]/);
      expect(citations[0]).toMatchObject({
        pointer: '/answer',
        document_name: 'Returns and warranty.md',
        supported: true,
      });
      // Nothing reaches this threshold.
      const strict = { ...given, model_id: 'sandbox/sandbox', retrieval };
      strict.retrieval = { ...retrieval, threshold: 1, filter: { tags: ['none'] } };
      const one = `${tasks}/${made.body.id}/draft`;
      const draft = (await call(target(), 'editor', 'GET', one)).body;
      await call(target(), 'editor', 'PUT', one, {
        body: { definition: strict },
        headers: { 'if-match': draft.etag },
      });
      const nothing = await run(sample.inputs, { revision: 'draft' });
      expect([nothing.output.answer, nothing.citations]).toEqual([
        'The documents contain no passage about this.',
        [],
      ]);
    });

    it('of the organisation are saved with their sample, listed first, and can be deleted', async () => {
      const name = uniqueName('Ours');
      const sample = { inputs: { review: 'Fine.' }, output: { sentiment: 'positive' } };
      const made = await call(target(), 'editor', 'POST', path(), {
        body: { name, tags: ['Own'], definition, sample },
      });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        origin: 'organization',
        variable_names: ['review'],
        sample: { ...sample, output_valid: true },
      });
      const one = `${path()}/${made.body.id}`;
      expect((await call(target(), 'member', 'GET', one)).body).toEqual(made.body);
      const list = await call(target(), 'member', 'GET', `${path()}?page_limit=1`);
      expect(list.body.results[0].id).toBe(made.body.id);

      const again = await call(target(), 'owner', 'POST', path(), {
        body: { name: name.toUpperCase(), definition },
      });
      expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
      expect(again.body.errors).toEqual([
        { pointer: '/name', message: 'Template names must be unique' },
      ]);
      expect((await call(target(), 'member', 'DELETE', one)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', one)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', one)).status).toBe(404);
    });

    it('of the organisation can be replaced by users with permission', async () => {
      const sample = { inputs: { review: 'Fine.' }, output: { sentiment: 'positive' } };
      const body = { name: uniqueName('Ours'), tags: ['Own'], definition, sample };
      const made = await call(target(), 'editor', 'POST', path(), { body });
      const taken = uniqueName('Theirs');
      await call(target(), 'editor', 'POST', path(), { body: { name: taken, definition } });
      const one = `${path()}/${made.body.id}`;
      const change = (by: 'member' | 'editor', changes: object, at = one) =>
        call(target(), by, 'PUT', at, { body: { ...body, ...changes } });

      const name = uniqueName('Better');
      const renamed = await change('editor', { name: ` ${name} `, tags: ['New'] });
      expect(renamed.body).toEqual({ ...made.body, name, tags: ['New'] });
      expect((await call(target(), 'member', 'GET', one)).body).toEqual(renamed.body);
      const clash = await change('editor', { name: taken });
      expect([clash.status, clash.body.code]).toEqual([409, 'name_taken']);
      const unfit = await change('editor', { sample: { ...sample, output: {} } });
      expect([unfit.status, unfit.body.errors[0].pointer]).toEqual([
        400,
        '/sample/output/sentiment',
      ]);
      const other = { ...definition, system_prompt: 'You review films.' };
      const replaced = await change('editor', { name, definition: other, sample: undefined });
      expect(replaced.body).toMatchObject({ name, definition: other, sample: null });

      expect((await change('member', {})).status).toBe(403);
      expect((await change('editor', {}, `${path()}/classify`)).status).toBe(403);
      expect((await change('editor', {}, `${path()}/template_none`)).status).toBe(404);
    });

    it('must be complete, and their sample must match', async () => {
      const unfinished = await call(target(), 'editor', 'POST', path(), {
        body: {
          name: 'x',
          definition: { ...definition, user_prompt: '' },
          sample: { inputs: {}, output: { sentiment: 'purple' } },
        },
      });
      expect([unfinished.status, unfinished.body.code]).toEqual([400, 'invalid_request']);
      expect(unfinished.body.errors.map(({ pointer }: Any) => pointer)).toEqual([
        '/definition/user_prompt',
        '/sample/inputs/review',
        '/sample/output/sentiment',
      ]);
    });

    it("that are built in can't be deleted", async () => {
      const response = await call(target(), 'owner', 'DELETE', `${path()}/classify`);
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    });
  });
}
