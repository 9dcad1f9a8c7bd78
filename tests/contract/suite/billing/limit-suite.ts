import { beforeAll, describe, expect, it } from 'vitest';
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

/** Spend limits of projects and API keys, and alerts. Concurrency is tested on the server. */
export function suite(target: () => Target): void {
  let key: { id: string; name: string; bearer: string };
  let task: string;

  const limitOf = (id: string) => `${projectPath(target())}/api-key/${id}/spend-limit`;
  const projectLimit = () => `${projectPath(target())}/spend-limit`;
  const set = (path: string, amount: number | null, who: 'owner' | 'editor' | 'member' = 'owner') =>
    call(target(), who, 'PUT', path, { body: { amount } });
  const run = (who: 'owner' | { bearer: string }, isStreamed = false): Promise<Any> =>
    call(target(), who, 'POST', `${task}/run${isStreamed ? '/stream' : ''}`, {
      body: { inputs: { review: 'Good' } },
    });

  describe('spend limits', () => {
    beforeAll(async () => {
      const name = uniqueName('Limited');
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name },
      });
      key = { id: made.body.api_key.id, name, bearer: made.body.key };
      const options = {
        definition: {
          ...definition,
          model_id: target().pricedModelId,
          parameters: { max_output_tokens: 10_000 },
        },
      };
      task = (await createTask(target(), options)).path;
    });

    it('stop the runs of an API key with a message that names the limit and its end', async () => {
      expect((await set(limitOf(key.id), 100)).body).toMatchObject({
        scope: 'api_key',
        id: key.id,
        name: key.name,
        amount: 100,
        spent: 0,
        reserved: 0,
      });
      for (const isStreamed of [false, true]) {
        const refused = await run({ bearer: key.bearer }, isStreamed);
        expect([refused.status, refused.body.code]).toEqual([402, 'spend_limit_reached']);
        expect(refused.body.detail).toContain(`The API key “${key.name}” has reached its spend`);
        expect(refused.body.detail).toMatch(/It resets on 1 \w+ \d{4} \(UTC\)/);
      }
      // A new secret is the same key.
      const rotation = `${projectPath(target())}/api-key/${key.id}/rotate`;
      const body = { overlap_hours: 1 };
      const { body: rotated } = await call(target(), 'owner', 'POST', rotation, { body });
      for (const bearer of [key.bearer, rotated.key])
        expect((await run({ bearer })).body.code).toBe('spend_limit_reached');
      // Others aren't affected.
      expect((await run('owner')).status).not.toBe(402);

      const { body: raised } = await set(limitOf(key.id), 5_000_000);
      expect(Date.parse(raised.resets_at)).toBeGreaterThan(Date.now());
      expect((await run({ bearer: key.bearer })).status).not.toBe(402);
      await set(limitOf(key.id), null);
      const { body: removed } = await call(target(), 'owner', 'GET', limitOf(key.id));
      expect(removed.amount).toBeNull();
    });

    it('hold for everybody in a project, and for keys beside their own limit', async () => {
      await set(limitOf(key.id), 5_000_000);
      await set(projectLimit(), 0);
      for (const who of ['owner', { bearer: key.bearer }] as const) {
        const refused = await run(who);
        expect([refused.status, refused.body.code]).toEqual([402, 'spend_limit_reached']);
        expect(refused.body.detail).toContain('The project “');
      }
      const scopesFor = async (who: 'editor' | 'member') => {
        const { body } = await call(target(), who, 'GET', `${orgPath(target())}/spend-limit`);
        const own = body.results.filter(({ project_id }: Any) => project_id === target().projectId);
        return own.map(({ scope }: Any) => scope).sort();
      };
      expect(await scopesFor('editor')).toEqual(['api_key', 'project']);
      // Members may not see the keys.
      expect(await scopesFor('member')).toEqual(['project']);
      await set(projectLimit(), null);
      await set(limitOf(key.id), null);
      expect((await run('owner')).status).not.toBe(402);
    });

    it("don't stop free models", async () => {
      await set(projectLimit(), 0);
      const free = await createTask(target());
      const { status } = await call(target(), 'owner', 'POST', `${free.path}/run`, {
        body: { inputs: { review: 'Good' } },
      });
      await set(projectLimit(), null);
      expect(status).toBe(200);
    });

    it('are changed by those who may, within bounds', async () => {
      expect((await set(projectLimit(), 1, 'member')).status).toBe(403);
      const refused = await set(projectLimit(), -1);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/amount']);
      expect((await set(limitOf('key_unknown'), 1)).status).toBe(404);
    });
  });

  describe('spend alerts', () => {
    const alerts = () => `${orgPath(target())}/spend-alert`;

    it('are created once for each amount, and deleted', async () => {
      const body = { amount: 7_000_000, project_id: target().projectId };
      const made = await call(target(), 'editor', 'POST', alerts(), { body });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ amount: 7_000_000, is_reached: false });
      const twice = await call(target(), 'owner', 'POST', alerts(), { body });
      expect([twice.status, twice.body.errors[0].pointer]).toEqual([400, '/amount']);
      const { body: listed } = await call(target(), 'member', 'GET', alerts());
      expect(listed.results.map(({ id }: Any) => id)).toContain(made.body.id);

      const path = `${alerts()}/${made.body.id}`;
      expect((await call(target(), 'member', 'DELETE', path)).status).toBe(403);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(404);
    });

    it("can't be about another organisation's project", async () => {
      const body = { amount: 7_000_000, project_id: target().shared.projectId };
      const refused = await call(target(), 'owner', 'POST', alerts(), { body });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/project_id']);
    });
  });
}
