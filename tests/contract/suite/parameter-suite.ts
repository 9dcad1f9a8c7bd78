import { beforeAll, describe, expect, it } from 'vitest';
import { call, createTask, projectPath, type Target } from '../target.ts';

/** Parameters in paths, and in the queries of operations that return no JSON. */
export function suite(target: () => Target): void {
  describe('invalid parameters', () => {
    let task: string;

    beforeAll(async () => {
      task = (await createTask(target())).path;
    });

    it.each([
      ['GET', 'revision/first', '/path/revisionNumber'],
      ['GET', 'revision/-1', '/path/revisionNumber'],
      ['GET', 'revision/0', '/path/revisionNumber'],
      ['GET', 'revision/2147483648', '/path/revisionNumber'],
      ['PUT', 'environment/Staging', '/path/environment'],
    ])('%s %s is 400', async (method, path, pointer) => {
      const body = method === 'PUT' ? { revision: 1 } : undefined;
      const response = await call(target(), 'editor', method, `${task}/${path}`, { body });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(response.body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
        pointer,
      ]);
    });

    it('in paths are 404 where the contract has no 400', async () => {
      const gone = `${projectPath(target())}/run/${'x'.repeat(65)}`;
      const response = await call(target(), 'editor', 'GET', gone);
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    });

    it.each(['format=xml', 'created_after=today', 'revision=one', 'status=done'])(
      'of an export are 400: %s',
      async (query) => {
        const path = `${projectPath(target())}/run/export?${query}`;
        const { status, body } = await call(target(), 'editor', 'GET', path);
        const [name] = query.split('=');
        expect([status, body.errors[0].pointer.startsWith(`/query/${name}`)]).toEqual([400, true]);
      },
    );

    it('of a stream are 400', async () => {
      const path = `${task}/mock/stream?fail=never`;
      const body = { inputs: { review: 'Fine.' } };
      const response = await call(target(), 'editor', 'POST', path, { body });
      expect([response.status, response.body.errors[0].pointer]).toEqual([400, '/query/fail']);
    });
  });
}
