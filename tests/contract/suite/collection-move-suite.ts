import { describe, expect, it, vi } from 'vitest';
import { type Any, call, orgPath, projectPath, type Target, uniqueName } from '../target.ts';

/** Moving collections between projects, with the tasks that search them. */
export function suite(target: () => Target): void {
  const send = (method: string, path: string, body?: object) =>
    call(target(), 'owner', method, path, body ? { body } : {});
  const createProject = async (): Promise<Any> =>
    (await send('POST', `${orgPath(target())}/project`, { name: uniqueName('Moved') })).body;
  const search = (path: string) => send('POST', `${path}/search`, { query: 'When is lunch?' });

  describe('a moved collection', () => {
    it('must be in no use, and is found in its new project with its documents', async () => {
      const other = await createProject();
      const from = projectPath(target());
      const to = `${orgPath(target())}/project/${other.id}`;
      const made = (await send('POST', `${from}/collection`, { name: uniqueName('Canteen') })).body;
      const path = `${from}/collection/${made.id}`;
      const text = { name: 'Lunch', text: 'Lunch is at noon.' };
      const document = (await send('POST', `${path}/document`, text)).body;
      await vi.waitFor(
        async () =>
          expect((await send('GET', `${path}/document/${document.id}`)).body.state).toBe('ready'),
        { timeout: 20_000, interval: 50 },
      );
      const definition = {
        system_prompt: 'You answer.',
        user_prompt: '{question}',
        variables: [{ name: 'question', type: 'text', required: true }],
        output_format: { type: 'text' },
        model_id: 'sandbox/sandbox',
        parameters: {},
        retrieval: { collection_ids: [made.id], query_variable: 'question', top_k: 3 },
      };
      const name = uniqueName('Menu');
      const task = (await send('POST', `${from}/task`, { name, definition })).body;
      expect(
        (await send('POST', `${from}/task/${task.id}/revision`, { activate: true })).status,
      ).toBe(201);

      const move = () => send('POST', `${path}/move`, { project_id: other.id });
      const refused = await move();
      expect([refused.status, refused.body.code]).toEqual([409, 'collection_in_use']);
      expect(refused.body.detail).toContain(name);
      expect((await search(path)).body.results).toHaveLength(1);

      await send('DELETE', `${from}/task/${task.id}`);
      expect((await move()).body).toMatchObject({ id: made.id, project_id: other.id });
      expect((await send('GET', path)).status).toBe(404);
      const moved = `${to}/collection/${made.id}`;
      expect((await search(moved)).body.results[0].document_name).toBe('Lunch');
      const task2 = (await send('POST', `${to}/task`, { name, definition })).body;
      const revision = `${to}/task/${task2.id}/revision`;
      expect((await send('POST', revision, { activate: true })).status).toBe(201);
      const inputs = { question: 'When is lunch?' };
      const run = await send('POST', `${to}/task/${task2.id}/run`, { inputs });
      expect(run.body.citations).toMatchObject([{ document_name: 'Lunch' }]);
      // In its old project, no task can be saved with it any more.
      const late = (await send('POST', `${from}/task`, { name: uniqueName('Late'), definition }))
        .body;
      const unsaved = await send('POST', `${from}/task/${late.id}/revision`, {});
      expect(unsaved.status).toBe(400);
      await send('DELETE', to);
    });
  });
}
