import { describe, expect, it } from 'vitest';
import { checkDefinition } from '#core/task/definition/definition.ts';
import { type Any, call, definition, projectPath, type Target } from '../target.ts';

const tool = {
  name: 'find_order',
  description: '',
  parameters: { type: 'object', properties: { number: { type: 'string' } } },
  execution: 'manual',
};

/** Assistants on the sandbox model, which returns rule-based samples and marks them as such. */
export function suite(target: () => Target): void {
  const path = () => `${projectPath(target())}/assist`;
  const ask = (body: object, headers = {}) =>
    call(target(), 'editor', 'POST', path(), {
      body: { model_id: 'sandbox/sandbox', ...body },
      headers,
    });

  describe('assistants', () => {
    it('generate a task from a description that can be created and run unchanged', async () => {
      const { status, body } = await ask({
        helper: 'generate_task',
        description: 'Classify {support} emails as bug, billing or other and rate their urgency.',
      });
      expect([status, body.is_sample, body.model_id]).toEqual([200, true, 'sandbox/sandbox']);
      const { name, definition: made } = body.result;
      expect(checkDefinition(made)).toEqual([]);
      expect(made.variables.map((variable: Any) => variable.name)).toEqual(['email']);
      expect(made.output_format.fields[0].options).toEqual(['bug', 'billing', 'other']);
      const tasks = `${projectPath(target())}/task`;
      const task = await call(target(), 'editor', 'POST', tasks, {
        body: {
          name: `${name} ${Date.now()}`,
          definition: { ...made, model_id: 'sandbox/sandbox' },
        },
      });
      const run = await call(target(), 'editor', 'POST', `${tasks}/${task.body.id}/run`, {
        body: { inputs: { email: 'Help!' }, revision: 'draft' },
      });
      expect([run.status, run.body.status]).toEqual([200, 'succeeded']);
    });

    it('improve a prompt, describe a tool, recommend a model and suggest names', async () => {
      const improved = await ask({
        helper: 'improve_prompt',
        field: 'system_prompt',
        wish: 'Say {why}.',
        definition,
      });
      expect(improved.body.result.prompt).toContain(definition.system_prompt);
      expect(improved.body.result.prompt).toContain('Say {{why}}.');
      const described = await ask({
        helper: 'describe_tool',
        tool_name: 'find_order',
        definition: { ...definition, tools: [tool] },
      });
      expect(described.body.result.description).toContain('number');
      const model = await ask({ helper: 'recommend_model', definition });
      const aspects = model.body.result.reasons.map(({ aspect }: Any) => aspect);
      expect(aspects).toEqual(['price', 'speed', 'quality', 'context']);
      const names = await ask({ helper: 'suggest_names', definition });
      expect(names.body.result.names.length).toBeGreaterThan(0);
    });

    it("appear as runs in the project's run log", async () => {
      const { body } = await ask({ helper: 'suggest_names', definition });
      const run = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run/${body.run_id}`,
      );
      expect(run.body).toMatchObject({ source: 'assist', status: 'succeeded' });
      const log = await call(
        target(),
        'member',
        'GET',
        `${projectPath(target())}/run?source=assist`,
      );
      expect(log.body.results[0].id).toBe(body.run_id);
    });

    it('run once per idempotency key', async () => {
      const headers = { 'idempotency-key': `assist ${Date.now()}` };
      const first = await ask({ helper: 'suggest_names', definition }, headers);
      const again = await ask({ helper: 'suggest_names', definition }, headers);
      expect([again.status, again.body.run_id]).toEqual([200, first.body.run_id]);
    });

    it('stream their output and end with the result', async () => {
      const { status, body } = await call(target(), 'editor', 'POST', `${path()}/stream`, {
        body: {
          helper: 'improve_prompt',
          model_id: 'sandbox/sandbox',
          field: 'user_prompt',
          wish: 'Be brief',
          definition,
        },
      });
      expect(status).toBe(200);
      const events: Any[] = [...String(body).matchAll(/^data: (.*)$/gm)].map(([, data]) =>
        JSON.parse(data ?? ''),
      );
      expect(events[0]).toMatchObject({ type: 'assist.started', is_sample: true });
      const text = events.flatMap((event) => (event.type === 'assist.delta' ? event.text : []));
      const last = events.at(-1);
      expect(last.type).toBe('assist.succeeded');
      expect(last.answer.result.prompt).toBe(text.join(''));
      expect(events.filter(({ type }) => /succeeded|failed|cancelled/.test(type))).toHaveLength(1);
    });

    it('report errors in a request', async () => {
      const pointers = async (body: object) => {
        const response = await ask(body);
        return [
          response.status,
          ...(response.body.errors ?? []).map(({ pointer }: Any) => pointer),
        ];
      };
      expect(await pointers({ helper: 'suggest_names', definition, model_id: 'x/y' })).toEqual([
        400,
        '/model_id',
      ]);
      expect(await pointers({ helper: 'describe_tool', tool_name: 'none', definition })).toEqual([
        400,
        '/tool_name',
      ]);
      expect(await pointers({ helper: 'generate_task', description: ' ' })).toEqual([
        400,
        '/description',
      ]);
      expect(await pointers({ helper: 'make_coffee' })).toEqual([400, '/helper']);
    });
  });
}
