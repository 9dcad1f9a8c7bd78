import { describe, expect, it } from 'vitest';
import {
  type Any,
  call,
  createTask,
  definition,
  projectPath,
  type Target,
  uniqueName,
  type Who,
} from '../target.ts';

const KEY = 'sk-very-secret-key-of-the-suite-x7Qa';
/** Nothing answers there: the domain doesn't exist, and the mocks pretend the same. */
const URL_DOWN = 'https://models-down.invalid/v1';

/** Model endpoints that organisations call with their own keys. Those that answer are tested on the server. */
export function suite(target: () => Target): void {
  const config = (path = '') => `/org/${target().orgId}/model-endpoint-config${path}`;
  const send = (who: Who, method: string, path: string, body?: unknown, headers = {}) =>
    call(target(), who, method, path, { body, headers });
  const settings = (more: object = {}) => ({
    name: uniqueName('Endpoint'),
    kind: 'compatible',
    base_url: URL_DOWN,
    api_key: KEY,
    keep_failing: true,
    ...more,
  });
  const create = async (more: object = {}): Promise<Any> => {
    const made = await send('editor', 'POST', config(), settings(more));
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain(KEY);
    return made.body.endpoint;
  };
  const addModel = async (id: string, more: object = {}): Promise<string> => {
    const models = [{ name: 'big', context_window: 4000, max_output_tokens: 1000, ...more }];
    const { status } = await send('editor', 'PATCH', config(`/${id}/model`), { models });
    expect(status).toBe(200);
    return `${id}/big`;
  };
  /** Runs a task with a model to its end. */
  const run = async (model_id: string): Promise<Any> => {
    const options = { activate: false, definition: { ...definition, model_id } };
    const task = await createTask(target(), options);
    const path = `${task.path}/run`;
    const body = { revision: 'draft', inputs: { review: 'Good' } };
    return call(target(), 'editor', 'POST', path, { body });
  };

  describe('model endpoints of an organisation', () => {
    it('are tested before they are saved, and can be kept although they fail', async () => {
      const { keep_failing: _, ...body } = settings();
      const refused = await send('editor', 'POST', config(), body);
      expect([refused.status, refused.body.code]).toEqual([400, 'endpoint_failed']);
      expect(refused.body.errors[0].pointer).toBe('/base_url');
      expect(refused.body.detail).toContain('unreachable');
      const { body: listed } = await send('editor', 'GET', config());
      expect(listed.results.map(({ name }: Any) => name)).not.toContain(body.name);

      const kept = await create({ name: body.name });
      expect(kept).toMatchObject({
        key: { last_four: 'x7Qa', used_at: null },
        problem: expect.stringContaining('unreachable'),
        spend: { spent: 0, reserved: 0, unpriced_calls: 0 },
      });
      const taken = await send('editor', 'POST', config(), settings({ name: body.name }));
      expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
    });

    it('stay unavailable when a test finds no model to ask', async () => {
      const { id } = await create();
      const test = `/org/${target().orgId}/model-endpoint/${id}/test`;
      await send('editor', 'POST', test, { checks: ['list'] });
      const { body } = await send('editor', 'POST', test, { checks: ['answer', 'stream'] });
      expect(body.checks[0].status).toBe('skipped');
      expect((await send('editor', 'GET', config(`/${id}`))).body.problem).toContain('unreachable');
    });

    it('show their addresses and keys only to those who can edit the organisation', async () => {
      const { id, name } = await create({ headers: [{ name: 'x-team', value: `team ${KEY}` }] });
      const got = await send('owner', 'GET', config(`/${id}`));
      expect(got.body.headers).toEqual([{ name: 'x-team', last_four: 'x7Qa' }]);
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${id}`],
        ['DELETE', `/${id}`],
        ['GET', `/${id}/model`],
        ['GET', `/${id}/use`],
      ] as const)
        expect((await send('member', method, config(path))).status).toBe(403);
      const seen = await send('member', 'GET', `/org/${target().orgId}/model-endpoint`);
      const row = seen.body.results.find((one: Any) => one.id === id);
      expect(row).toMatchObject({ name, is_own: true, base_url: null });
      expect(JSON.stringify(seen.body)).not.toMatch(/models-down|secret/);
      expect((await send('outsider', 'GET', config(`/${id}`))).status).toBe(404);
    });

    it.each([
      [{ headers: [{ name: 'x-a', value: 'a\r\nx-b: b' }] }, '/headers/0/value'],
      [{ headers: [{ name: 'x a', value: 'b' }] }, '/headers/0/name'],
      [{ headers: [{ name: 'Host', value: 'b' }] }, '/headers/0/name'],
      [{ headers: [{ name: 'x-a' }] }, '/headers/0/value'],
      [{ api_key: 'a\nb' }, '/api_key'],
      [{ base_url: 'https://user:pass@models.invalid/v1' }, '/base_url'],
      [{ base_url: 'https://models.invalid/v1?key=abc' }, '/base_url'],
      [{ base_url: 'http://169.254.169.254/latest' }, '/base_url'],
      [{ base_url: 'http://10.0.0.7/v1' }, '/base_url'],
      [{ base_url: null }, '/base_url'],
      [{ kind: 'bedrock', base_url: null }, '/region'],
      [{ access_key_id: 'AKIA' }, '/access_key_id'],
      [{ fallback_model_id: 'nowhere/none' }, '/fallback_model_id'],
      [{ spend_limit: -1 }, '/spend_limit'],
    ])('refuse %j', async (more, pointer) => {
      const { status, body } = await send('editor', 'POST', config(), settings(more));
      expect([status, body.errors?.[0].pointer]).toEqual([400, pointer]);
      expect(JSON.stringify(body)).not.toContain(KEY);
    });

    it('change, and get new keys', async () => {
      const { id, etag } = await create({
        headers: [{ name: 'x-team', value: 'a-long-value-b1ue' }],
      });
      const headers = { 'if-match': etag };
      const change = { name: uniqueName('Renamed'), headers: [{ name: 'X-Team' }] };
      const changed = await send(
        'editor',
        'PATCH',
        config(`/${id}`),
        { ...change, keep_failing: true },
        headers,
      );
      expect(changed.body.endpoint.headers).toEqual([{ name: 'X-Team', last_four: 'b1ue' }]);
      const stale = await send('editor', 'PATCH', config(`/${id}`), change, headers);
      expect(stale.status).toBe(412);
      const api_key = 'sk-another-very-secret-key-9fKd';
      const refused = await send('editor', 'PUT', config(`/${id}/key`), { api_key });
      expect(refused.body.code).toBe('endpoint_failed');
      const rotated = await send('editor', 'PUT', config(`/${id}/key`), {
        api_key,
        keep_failing: true,
      });
      expect(rotated.body.endpoint.key).toMatchObject({ last_four: '9fKd', used_at: null });
      expect(JSON.stringify([rotated.body, changed.body, refused.body])).not.toMatch(/very-secret/);
    });

    it('offer models to their organisation alone', async () => {
      const { id } = await create({ offer: 'chosen' });
      const modelId = await addModel(id, { title: 'Big', input_price: 5 });
      const listed = (who: Who, org: string) =>
        send(who, 'GET', `/org/${org}/model?q=${id}&page_limit=100`);
      const { orgId, shared } = target();
      const find = async () =>
        (await send('member', 'GET', `/org/${orgId}/model?page_limit=100&q=big`)).body.results.find(
          (one: Any) => one.id === modelId,
        );
      expect(await find()).toMatchObject({
        name: 'Big',
        endpoint: { id, is_own: true },
        available: true,
        input_price: 5,
        output_price: null,
      });
      expect((await listed('outsider', shared.orgId)).body.results).toEqual([]);
      // Nobody else can use, test or fall back to it.
      const chat = { config: { type: 'model', model_id: modelId } };
      const foreign = `/org/${shared.orgId}/project/${shared.projectId}/chat`;
      const used = await send('outsider', 'POST', foreign, chat);
      expect([used.status, used.body.errors[0].pointer]).toEqual([400, '/config/model_id']);
      const test = `/org/${shared.orgId}/model-endpoint/${id}/test`;
      expect((await send('outsider', 'POST', test, {})).status).toBe(404);
      const stolen = await send(
        'outsider',
        'POST',
        `/org/${shared.orgId}/model-endpoint-config`,
        settings({ fallback_model_id: modelId }),
      );
      expect(stolen.body.errors[0].pointer).toBe('/fallback_model_id');
      expect((await send('outsider', 'POST', `${projectPath(target())}/chat`, chat)).status).toBe(
        404,
      );

      await send('editor', 'PATCH', config(`/${id}/model`), {
        models: [{ name: 'big', offered: false }],
      });
      expect(await find()).toBeUndefined();
      const removed = { models: [{ name: 'big', is_removed: true }] };
      expect((await send('editor', 'PATCH', config(`/${id}/model`), removed)).status).toBe(200);
      const { body } = await send('editor', 'GET', config(`/${id}/model`));
      expect(body.results).toEqual([]);
    });

    it('name the tasks that use their models, and are deleted', async () => {
      const { id } = await create();
      const model_id = await addModel(id);
      const task = await createTask(target(), { definition: { ...definition, model_id } });
      const uses = await send('editor', 'GET', config(`/${id}/use`));
      expect(uses.body).toMatchObject({ total: 1, results: [{ task_id: task.id, model_id }] });
      expect((await send('editor', 'DELETE', config(`/${id}`))).status).toBe(204);
      expect((await send('editor', 'GET', config(`/${id}`))).status).toBe(404);
      expect((await run(model_id)).body.errors[0].pointer).toBe('/definition/model_id');
    });

    it('need prices if they have a spend limit, and stop at it', async () => {
      const { id } = await create({ spend_limit: 0 });
      const model_id = await addModel(id);
      expect((await run(model_id)).body.code).toBe('model_unpriced');
      await addModel(id, { input_price: 1_000_000, output_price: 1_000_000 });
      const { status, body } = await run(model_id);
      expect([status, body.code]).toEqual([402, 'spend_limit_reached']);
      expect(body.detail).toContain('Settings → Models');
      const { spend } = (await send('editor', 'GET', config(`/${id}`))).body;
      expect(spend).toMatchObject({ spent: 0, reserved: 0 });
    });

    it('hand over to a fallback model when they fail, as the trace shows', async () => {
      const { id } = await create({ fallback_model_id: 'sandbox/sandbox', spend_limit: 1_000_000 });
      const model_id = await addModel(id, { input_price: 10, output_price: 10 });
      const { status, body } = await run(model_id);
      expect([status, body.model_id]).toEqual([200, model_id]);
      const path = `${projectPath(target())}/run/${body.id ?? body.run_id}/step`;
      const trace = await send('editor', 'GET', path);
      const asked = trace.body.results.filter(({ kind }: Any) => kind === 'model');
      expect(asked.at(0)).toMatchObject({ name: model_id, status: 'failed' });
      expect(asked.at(-1)).toMatchObject({
        name: 'sandbox/sandbox',
        status: 'succeeded',
        input: { fallback_for: model_id },
      });
      const { spend } = (await send('editor', 'GET', config(`/${id}`))).body;
      expect(spend).toMatchObject({ spent: 0, reserved: 0 });
    });
  });
}
