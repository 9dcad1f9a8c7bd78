import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createSseParser } from '#core/sse.ts';
import {
  type Any,
  call,
  createTask,
  definition,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

const inputs = { review: 'The lamp arrived broken.' };

/** A task's contract with its callers: its OpenAPI document, client and mock. */
export function suite(target: () => Target): void {
  const get = (path: string, who: Parameters<typeof call>[1] = 'member') =>
    call(target(), who, 'GET', path);
  const mock = (path: string, body: object = { inputs }, more = '', headers = {}) =>
    call(target(), 'member', 'POST', `${path}/mock${more}`, { body, headers });

  async function apiKey(): Promise<{ bearer: string }> {
    const body = { name: uniqueName('Key') };
    const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
      body,
    });
    return { bearer: made.body.key };
  }

  describe('the OpenAPI document of a task', () => {
    it('describes its inputs, output, operations, events and mock', async () => {
      const { path, id } = await createTask(target());
      const { status, headers, body } = await get(`${path}/openapi.json`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="task-.*-r1\.openapi\.json"$/,
      );
      expect(body.info.version).toBe('1');
      expect(new URL(body.servers[0].url).pathname).toBe(`/api/v1${projectPath(target())}`);
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining([
          `/task/${id}/run`,
          `/task/${id}/run/stream`,
          `/task/${id}/mock`,
          '/run/{runId}/cancel',
        ]),
      );
      const { Inputs, Output } = body.components.schemas;
      expect(Inputs).toMatchObject({ required: ['review'], additionalProperties: false });
      expect(Output.properties.sentiment.enum).toEqual(['positive', 'negative']);
    });

    it('is available with an API key, and is that of the active revision by default', async () => {
      const { path } = await createTask(target());
      const key = await apiKey();
      expect((await get(`${path}/openapi.json`, key)).body.info.version).toBe('1');
      expect((await get(`${path}/openapi.json?revision=draft`, key)).body.info.version).toBe(
        'draft',
      );
      expect((await get(`${path}/client.ts?revision=1`, key)).status).toBe(200);
      expect((await get(`${path}/openapi.json?revision=9`)).status).toBe(404);
      const none = await createTask(target(), { activate: false });
      expect((await get(`${none.path}/openapi.json`)).body.code).toBe('no_active_revision');
    });

    it('is available for an environment by its name, and so is the mock', async () => {
      const { path } = await createTask(target());
      await call(target(), 'owner', 'PUT', `${path}/environment/staging`, {
        body: { revision: 1 },
      });
      const { body } = await get(`${path}/openapi.json?revision=staging`);
      expect(body.info.version).toBe('1');
      const response = await mock(path, { inputs, revision: 'staging' });
      expect(response.body).toMatchObject({ revision: 1, model_id: 'mock' });
      expect((await get(`${path}/client.ts?revision=production`)).status).toBe(404);
    });

    it('has examples from test runs in the console, and nothing that callers sent', async () => {
      const { path } = await createTask(target());
      const key = await apiKey();
      const run = (who: Parameters<typeof call>[1], review: string) =>
        call(target(), who, 'POST', `${path}/run`, { body: { inputs: { review } } });
      await run('owner', 'Tried by us');
      await run(key, 'Sent by a caller');
      const text = JSON.stringify((await get(`${path}/openapi.json`)).body);
      expect(text).toContain('Tried by us');
      expect(text).not.toContain('Sent by a caller');
    });

    it('of a draft requires valid variables and a valid format, but no prompts', async () => {
      const unfinished = { ...definition, system_prompt: '', user_prompt: '', model_id: '' };
      const { path } = await createTask(target(), { activate: false, definition: unfinished });
      expect((await get(`${path}/openapi.json?revision=draft`)).status).toBe(200);
      const broken = { ...definition, output_format: { type: 'fields', fields: [] } };
      const other = await createTask(target(), { activate: false, definition: broken });
      const { status, body } = await get(`${other.path}/openapi.json?revision=draft`);
      expect([status, body.errors[0].pointer]).toEqual([400, '/definition/output_format/fields']);
    });
  });

  describe('the client of a task', () => {
    it('is a TypeScript file with the types of inputs and output', async () => {
      const { path } = await createTask(target());
      const { status, headers, body } = await get(`${path}/client.ts`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      expect(headers.get('content-disposition')).toMatch(/-r1\.ts"$/);
      expect(body).toContain('review: string;');
      expect(body).toContain("sentiment: 'positive' | 'negative';");
      expect(body).toContain('export function createClient(');
    });
  });

  describe('the mock of a task', () => {
    it('returns valid output, the same for the same inputs, and records nothing', async () => {
      const { path, id } = await createTask(target());
      const { body: document } = await get(`${path}/openapi.json`);
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      const fits = ajv.compile(document.components.schemas.Output);
      const seen = new Set<string>();
      for (const review of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const first = await mock(path, { inputs: { review } });
        const again = await mock(path, { inputs: { review } });
        expect(first.status).toBe(200);
        expect(fits(first.body.output), ajv.errorsText(fits.errors)).toBe(true);
        expect(again.body.output).toEqual(first.body.output);
        expect(first.body).toMatchObject({
          id: again.body.id,
          model_id: 'mock',
          status: 'succeeded',
          usage: { cost: 0 },
        });
        seen.add(first.body.output.sentiment);
      }
      expect(seen.size).toBe(2);
      const runs = await get(`${projectPath(target())}/run?task_id=${id}`);
      expect(runs.body.results).toEqual([]);
    });

    it('validates inputs like the task', async () => {
      const { path } = await createTask(target());
      for (const wrong of [{}, { ...inputs, rating: 1 }, { review: { a: 1 } }]) {
        const body = { inputs: wrong };
        const real = await call(target(), 'member', 'POST', `${path}/run`, { body });
        const mocked = await mock(path, body);
        expect([mocked.status, mocked.body.errors]).toEqual([400, real.body.errors]);
      }
    });

    it('works before the prompts are written, and without a balance', async () => {
      const unfinished = { ...definition, system_prompt: '', user_prompt: '', model_id: '' };
      const { path } = await createTask(target(), { activate: false, definition: unfinished });
      const body = { inputs, revision: 'draft' };
      const before = await get(`/org/${target().orgId}/balance`);
      await target().setBalance(0);
      const response = await call(target(), await apiKey(), 'POST', `${path}/mock`, { body });
      await target().setBalance(before.body.balance);
      expect(response.body).toMatchObject({ status: 'succeeded', revision: null });
    });

    it('streams, and resumes an interrupted stream', async () => {
      const { path } = await createTask(target(), {
        definition: { ...definition, output_format: { type: 'text' } },
      });
      const read = async (headers = {}) => {
        const { body } = await mock(path, { inputs }, '/stream', headers);
        return createSseParser()
          .push(body)
          .map(({ id, data }) => ({ id, event: JSON.parse(data) as Any }));
      };
      const textOf = (all: Any[]) => all.map(({ event }) => event.text ?? '').join('');
      const all = await read();
      expect(all[0]?.event.type).toBe('run.started');
      expect(all.at(-1)?.event).toMatchObject({
        type: 'run.succeeded',
        run: { output: textOf(all) },
      });
      expect(all.filter(({ event }) => event.type === 'run.delta').length).toBeGreaterThan(5);
      const [before, after] = [all.slice(0, 4), await read({ 'last-event-id': all[3]?.id ?? '' })];
      expect(textOf(before) + textOf(after)).toBe(textOf(all));
      expect(after.at(-1)?.event.type).toBe('run.succeeded');
    });

    it('fails on request, like the task would', async () => {
      const { path } = await createTask(target());
      const refused = await mock(path, { inputs }, '?fail=rate_limited');
      expect([refused.status, refused.body.run_id]).toEqual([429, undefined]);
      expect(refused.headers.get('retry-after')).toBe('1');
      const failed = await mock(path, { inputs }, '?fail=model_timeout');
      expect([failed.status, failed.body.code]).toEqual([504, 'model_timeout']);
      expect(failed.body.run_id).toMatch(/^mock_/);
      const stream = await mock(path, { inputs }, '/stream?fail=output_invalid');
      const last = createSseParser().push(stream.body).at(-1)?.data ?? '';
      expect(JSON.parse(last)).toMatchObject({
        type: 'run.failed',
        run: { error: { code: 'output_invalid' } },
      });
      expect((await mock(path, { inputs }, '?fail=nonsense')).status).toBe(400);
    });
  });
}
