import { describe, expect, it } from 'vitest';
import {
  type Any,
  call,
  createTask,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../../target.ts';

/** Ledger, usage and forecast. */
export function suite(target: () => Target): void {
  const get = async (path: string, who: 'member' | 'outsider' = 'member'): Promise<Any> =>
    call(target(), who, 'GET', `${orgPath(target())}${path}`);
  const runOnce = async (path: string) =>
    (await call(target(), 'owner', 'POST', `${path}/run`, { body: { inputs: { review: 'x' } } }))
      .body;

  describe('the ledger', () => {
    it('adds up to the balance, entry by entry', async () => {
      await get('/balance');
      const { body } = await get('/ledger?page_limit=3');
      const [first] = body.results;
      expect(first.balance).not.toBeNull();
      for (let index = 1; index < body.results.length; index += 1) {
        const [newer, older] = [body.results[index - 1], body.results[index]];
        expect(older.balance).toBe(newer.balance - newer.amount);
      }
      if (body.pagination.has_next) {
        const { body: next } = await get(
          `/ledger?page_limit=3&cursor=${body.pagination.next_cursor}`,
        );
        const last = body.results.at(-1);
        expect(next.results[0].balance).toBe(last.balance - last.amount);
      }
    });

    it('is filtered by kind and time, and exported', async () => {
      const { body } = await get('/ledger?kind=grant');
      expect(body.results.length).toBeGreaterThan(0);
      expect(
        body.results.every(({ kind, balance }: Any) => kind === 'grant' && balance === null),
      ).toBe(true);
      const { body: none } = await get('/ledger?created_before=2001-01-01T00:00:00Z');
      expect(none.results).toEqual([]);
      const { body: file } = await get('/ledger/export?kind=grant');
      expect(file.split('\r\n')[0]).toBe(
        'id,created_at,kind,amount_usd,balance_usd,project_id,project_name,task_id,task_name,run_id,note',
      );
      expect(file.trim().split('\r\n')).toHaveLength(body.results.length + 1);
      expect((await get('/ledger', 'outsider')).status).toBe(404);
    });
  });

  describe('usage', () => {
    it('counts runs by task, day, model, member and project', async () => {
      const task = await createTask(target());
      const run = await runOnce(task.path);
      await runOnce(task.path);
      const of = `task_id=${task.id}`;
      const { body } = await get(`/usage?${of}`);
      const tokens = body.total.output_tokens;
      expect(body.total).toMatchObject({ calls: 2, cost: 0, own: 0, unpriced: 0 });
      expect(tokens).toBeGreaterThan(0);
      expect(body.groups).toMatchObject([{ id: task.id, name: run.task_name, calls: 2 }]);
      expect(body.days).toHaveLength(30);
      expect(body.days.at(-1)).toMatchObject({ calls: 2, output_tokens: tokens });

      const groupsBy = async (by: string) => (await get(`/usage?${of}&group_by=${by}`)).body.groups;
      expect(await groupsBy('model')).toMatchObject([{ id: definition.model_id, calls: 2 }]);
      expect(await groupsBy('member')).toMatchObject([{ id: run.caller.id, calls: 2 }]);
      expect(await groupsBy('key')).toMatchObject([{ id: null, calls: 2 }]);
      expect(await groupsBy('project')).toMatchObject([{ id: target().projectId, calls: 2 }]);
      expect(await groupsBy('kind')).toMatchObject([{ id: 'run', calls: 2 }]);
      expect(await groupsBy('day')).toMatchObject([{ calls: 2 }]);

      const { body: file } = await get(`/usage/export?${of}`);
      expect(file.trim().split('\r\n')).toHaveLength(2);
      expect(file).toContain(`,${task.id},`);
    });

    it('is exported without formulas, whatever tasks are called', async () => {
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/task`, {
        body: { name: `=cmd|' /C calc'!A0 ${uniqueName('x')}`, definition },
      });
      const path = `${projectPath(target())}/task/${made.body.id}`;
      await call(target(), 'owner', 'POST', `${path}/revision`, { body: { activate: true } });
      await runOnce(path);
      const { body: file } = await get(`/usage/export?task_id=${made.body.id}`);
      expect(file).toContain(`,'=cmd|' /C calc'!A0`);
    });

    it('has bounds', async () => {
      const today = new Date().toISOString().slice(0, 10);
      const long = await get(`/usage?from=2001-01-01&to=${today}`);
      expect([long.status, long.body.errors[0].pointer]).toEqual([400, '/query/from']);
      expect((await get(`/usage?from=${today}&to=2001-01-01`)).status).toBe(400);
      expect((await get('/usage?from=soon')).status).toBe(400);
      expect((await get('/usage', 'outsider')).status).toBe(404);
    });
  });

  it('forecasts from the balance of today to the end of the month', async () => {
    const { body: balance } = await get('/balance');
    const { body } = await get('/usage/forecast');
    const today = new Date().toISOString().slice(0, 10);
    const days: Any[] = body.days;
    expect(days.find(({ day }) => day === today)).toMatchObject({
      balance: balance.balance,
      is_forecast: false,
    });
    expect(body.forecast).toBeGreaterThanOrEqual(body.spent);
    expect(days.filter(({ day }) => day > today).every(({ is_forecast }) => is_forecast)).toBe(
      true,
    );
    expect(days.at(-1).day.slice(0, 7)).toBe(body.month);
  });
}
