import { describe, expect, it } from 'vitest';
import { call, type Target, type Who } from '../target.ts';

/** Models, their endpoints and connection tests. */
export function suite(target: () => Target): void {
  const send = (who: Who, method: string, path: string, body?: unknown) =>
    call(target(), who, method, `/org/${target().orgId}${path}`, { body });
  const test = (body: unknown, who: Who = 'owner', endpoint = 'sandbox') =>
    send(who, 'POST', `/model-endpoint/${endpoint}/test`, body);

  describe('models', () => {
    it('belong to endpoints, usable ones first', async () => {
      const { body } = await send('member', 'GET', '/model?page_limit=100');
      const usable = body.results.map(
        ({ available, endpoint }: { available: boolean; endpoint: { problem: string | null } }) =>
          available && endpoint.problem === null,
      );
      expect(usable).toEqual([...usable].sort((a, b) => Number(b) - Number(a)));
      const endpoints = await send('member', 'GET', '/model-endpoint');
      expect(endpoints.status).toBe(200);
      const ids = endpoints.body.results.map(({ id }: { id: string }) => id);
      expect(ids).toContain('sandbox');
      expect(body.results[0].endpoint).toEqual({
        id: 'sandbox',
        name: 'Sandbox',
        problem: null,
      });
    });
  });

  describe('a connection test', () => {
    it('says what works, in the order of the checks', async () => {
      const { status, body } = await test({});
      expect([status, body.endpoint_id, body.cost]).toEqual([200, 'sandbox', 0]);
      const results = body.checks.map(({ check, status: result }: Record<string, string>) => [
        check,
        result,
      ]);
      expect(results).toEqual([
        ['list', 'passed'],
        ['answer', 'passed'],
        ['stream', 'passed'],
        ['schema', 'passed'],
        ['tools', 'passed'],
        ['embeddings', 'skipped'],
      ]);
      for (const { message } of body.checks) expect(message).not.toBe('');
    });

    it('makes only the checks that are asked for', async () => {
      const { body } = await test({ checks: ['embeddings', 'list'] });
      expect(body.checks.map(({ check }: { check: string }) => check)).toEqual([
        'list',
        'embeddings',
      ]);
    });

    it('refuses models of other endpoints, unknown endpoints and members', async () => {
      const other = await test({ model_id: 'openai/gpt-5' });
      expect([other.status, other.body.errors[0].pointer]).toEqual([400, '/model_id']);
      const vectors = await test({ embedding_model_id: 'sandbox/none' });
      expect(vectors.body.errors[0].pointer).toBe('/embedding_model_id');
      expect((await test({}, 'owner', 'none')).status).toBe(404);
      expect((await test({}, 'member')).status).toBe(403);
      expect((await test({ checks: ['all'] })).status).toBe(400);
    });
  });
}
