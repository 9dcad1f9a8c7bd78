import { describe, expect, it, vi } from 'vitest';
import { type Any, call, projectPath, type Target, uniqueName } from '../target.ts';

const TRAVEL = `# Trains

Book trains at least a week ahead. First class is for journeys of more than four hours.

# Hotels

A night costs at most 140 euros, breakfast included.
`;

/** Tasks that search collections: what they retrieve, and what their outputs cite. */
export function suite(target: () => Target): void {
  const collections = () => `${projectPath(target())}/collection`;
  const create = async (): Promise<Any> => {
    const body = { name: uniqueName('Handbook') };
    return (await call(target(), 'editor', 'POST', collections(), { body })).body;
  };
  const ready = async ({ id }: Any): Promise<Any> => {
    const documents = `${collections()}/${id}/document`;
    const body = { name: 'Travel policy', text: TRAVEL };
    const made = await call(target(), 'editor', 'POST', documents, { body });
    return vi.waitFor(
      async () => {
        const found = await call(target(), 'editor', 'GET', `${documents}/${made.body.id}`);
        expect(found.body.state).toBe('ready');
        return found.body;
      },
      { timeout: 20_000, interval: 50 },
    );
  };

  describe('the collections of a task', () => {
    it('answer tasks, whose outputs cite them', async () => {
      const collection = await create();
      const { id: document_id } = await ready(collection);
      const definition = {
        system_prompt: 'You answer questions of employees.',
        user_prompt: '{question}',
        variables: [{ name: 'question', type: 'text', required: true }],
        output_format: { type: 'text' },
        model_id: 'sandbox/sandbox',
        parameters: {},
        retrieval: {
          collection_ids: [collection.id],
          query_variable: 'question',
          top_k: 3,
          neighbours: 1,
          max_tokens: 2000,
        },
      };
      const tasks = `${projectPath(target())}/task`;
      const body = { name: uniqueName('Ask'), definition };
      const task = (await call(target(), 'editor', 'POST', tasks, { body })).body;
      const save = () =>
        call(target(), 'editor', 'POST', `${tasks}/${task.id}/revision`, {
          body: { activate: true },
        });
      expect((await save()).status).toBe(201);
      const inputs = { question: 'How early must I book trains?' };
      const run = await call(target(), 'member', 'POST', `${tasks}/${task.id}/run`, {
        body: { inputs },
      });
      expect(run.status).toBe(200);
      expect(run.body.output).toContain('[1]');
      const [citation] = run.body.citations;
      expect(citation).toMatchObject({
        pointer: '',
        number: 1,
        collection_id: collection.id,
        document_id,
        document_name: 'Travel policy',
        supported: true,
      });
      expect(TRAVEL).toContain(citation.quote);
      const claim = run.body.output.slice(citation.start, citation.end);
      expect(claim).toContain(citation.quote);
      const steps = `${projectPath(target())}/run/${run.body.id}/step`;
      const [step] = (await call(target(), 'member', 'GET', steps)).body.results;
      expect(step).toMatchObject({ kind: 'retrieve', status: 'succeeded' });
      expect(step.output.passages[0]).toMatchObject({ number: 1, document_id, word_rank: 1 });
      expect(step.output.passages[0].chunk_id).toBe(citation.chunk_id);
    });

    it('must be in the project of a task that is saved', async () => {
      const collection = await create();
      const definition = {
        system_prompt: 'You answer.',
        user_prompt: '{question}',
        variables: [{ name: 'question', type: 'text', required: true }],
        output_format: { type: 'text' },
        model_id: 'sandbox/sandbox',
        parameters: {},
        retrieval: {
          collection_ids: [collection.id, 'collection_01jd0000000000000000000000'],
          query_variable: 'question',
          top_k: 3,
        },
      };
      const tasks = `${projectPath(target())}/task`;
      const body = { name: uniqueName('Ask'), definition };
      const task = (await call(target(), 'editor', 'POST', tasks, { body })).body;
      const saved = await call(target(), 'editor', 'POST', `${tasks}/${task.id}/revision`, {
        body: {},
      });
      expect([saved.status, saved.body.errors]).toEqual([
        400,
        [
          {
            pointer: '/definition/retrieval/collection_ids/1',
            message: 'No such collection in this project',
          },
        ],
      ]);
      const inputs = { question: 'Why?' };
      const run = await call(target(), 'editor', 'POST', `${tasks}/${task.id}/run`, {
        body: { inputs, revision: 'draft' },
      });
      expect([run.status, run.body.code]).toEqual([400, 'collection_not_found']);
    });
  });
}
