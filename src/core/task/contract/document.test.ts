import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSseParser } from '#core/sse.ts';
import { checkInputs } from '../input/inputs.ts';
import { aContract, api, documentOf, JUDGE, NASTY, TRIAGE } from './testing.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskloom-documents-'));
});
afterAll(() => rm(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a document holds
type Any = any;

describe('the OpenAPI document of a task', () => {
  it('follows the recommended rules, without warnings', async () => {
    const nasty = NASTY.join(' ');
    const lastRun = { inputs: { review: 'Fine' }, output: { sentiment: 'good', score: 9 } };
    const documents = [
      aContract(JUDGE),
      aContract(JUDGE, { lastRun }),
      aContract(TRIAGE, { revision: null }),
      aContract(
        {
          ...JUDGE,
          variables: [{ name: 'größe', type: 'text', required: true, description: nasty }],
        },
        { taskName: nasty },
      ),
    ].map(documentOf);
    const files = await Promise.all(
      documents.map(async (document, index) => {
        const file = join(folder, `${index}.json`);
        await writeFile(file, JSON.stringify(document));
        return file;
      }),
    );
    // Strict: warnings fail here.
    const args = ['lint', ...files, '--extends', 'recommended-strict'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
    const failure = await run(join(root, 'node_modules/.bin/redocly'), args, {
      env,
      cwd: folder,
    }).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    expect(failure).toBe('');
  });

  it('has examples that match its own schemas', () => {
    for (const task of [aContract(JUDGE), aContract(TRIAGE)]) {
      const document = documentOf(task);
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      ajv.addSchema({ ...document, $id: 'task' });
      let checked = 0;
      const visit = (part: unknown): void => {
        if (typeof part !== 'object' || part === null) return;
        const { schema, examples } = part as Any;
        const event = schema?.contentSchema;
        const { $ref } = event ?? schema ?? {};
        if ($ref && examples) {
          for (const { value } of Object.values(examples as Record<string, { value: unknown }>)) {
            for (const one of event ? eventsIn(String(value)) : [value]) {
              checked += 1;
              expect(ajv.validate(`task${$ref}`, one), ajv.errorsText()).toBe(true);
            }
          }
        }
        Object.values(part).forEach(visit);
      };
      visit(document.paths);
      expect(checked).toBeGreaterThan(50);
    }
  });

  it('shows runs in the state of their response or event', () => {
    const paths: Any = documentOf(aContract(JUDGE)).paths;
    const { 200: ended, 202: accepted } = paths['/task/task_1/run'].post.responses;
    const runIn = (response: Any) => response.content['application/json'].examples.run.value;
    expect(runIn(ended)).toMatchObject({ status: 'succeeded' });
    expect(runIn(accepted)).toMatchObject({ status: 'queued', output: null, ended_at: null });
    const { examples } =
      paths['/task/task_1/run/stream'].post.responses[200].content['text/event-stream'];
    for (const end of ['succeeded', 'failed', 'cancelled']) {
      const events: Any[] = eventsIn(examples[end].value);
      expect(events[0]).toMatchObject({
        type: 'run.started',
        run: { status: 'running', ended_at: null },
      });
      expect(events.at(-1)).toMatchObject({ type: `run.${end}`, run: { status: end } });
      expect(events.at(-1).run.output === null).toBe(end !== 'succeeded');
      expect(events.at(-1).run.error === null).toBe(end !== 'failed');
    }
  });

  it.each([
    [true, { count: 3, name: 'Ada', tags: ['a'], plan: '2' }],
    [false, { count: 3, name: 'Ada', tags: ['a'], plan: '2' }],
    [true, { count: '3' }],
    [false, { count: ' 3.5e2 ', name: 7, tags: 'a\nb', plan: 2, flag: 'TRUE', data: null }],
    [true, { data: null }],
    [false, { count: 'three' }],
    [false, { count: '1e999' }],
    [false, { plan: ' 2 ' }],
    [false, { plan: '3' }],
    [true, { plan: 2 }],
    [true, { tags: [1] }],
    [false, { tags: [1, true] }],
    [false, { tags: [null] }],
    [true, { flag: 'true' }],
    [true, { name: null }],
    [false, { name: null }],
    [false, { must: null }],
    [true, { must: null }],
    [false, { must: { a: [1] } }],
    [false, { name: ['x'] }],
  ])('takes what the server takes: strict %s, %j', (strict_inputs, given) => {
    const variable = (name: string, type: Any, more = {}) => ({
      name,
      type,
      required: false,
      ...more,
    });
    const variables = [
      variable('count', 'number'),
      variable('name', 'text'),
      variable('tags', 'list'),
      variable('flag', 'boolean'),
      variable('plan', 'choice', { options: ['1', '2'] }),
      variable('data', 'json'),
      variable('must', 'json', { required: true }),
    ];
    const document = documentOf(aContract({ ...JUDGE, variables, strict_inputs }));
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ ...document, $id: 'task' });
    const inputs = { must: 1, ...given };
    const accepted = checkInputs(variables, inputs, { strict: strict_inputs }).errors.length === 0;
    expect(ajv.validate('task#/components/schemas/Inputs', inputs)).toBe(accepted);
  });

  it('has exactly the events and responses of the API contract', () => {
    const document = documentOf(aContract(JUDGE));
    const { schemas } = document.components as { schemas: Record<string, { oneOf?: unknown }> };
    expect(schemas.RunEvent?.oneOf).toEqual(
      (api.components.schemas.RunEvent as { oneOf: unknown }).oneOf,
    );
    const paths: Any = document.paths;
    const ours: Any = api.paths['/org/{orgId}/project/{projectId}/task/{taskId}/run'];
    expect(Object.keys(paths['/task/task_1/run'].post.responses)).toEqual(
      Object.keys(ours.post.responses),
    );
    expect(JSON.stringify(document)).not.toContain('x-permission');
    expect(JSON.stringify(document.paths)).not.toMatch(/orgId|projectId|taskId/);
  });

  it('accepts the same inputs as a call of the task', () => {
    const { schemas } = documentOf(aContract(JUDGE)).components as {
      schemas: Record<string, object>;
    };
    const ajv = new Ajv2020({ strict: false });
    const fits = ajv.compile(schemas.Inputs ?? {});
    expect([fits({ review: 'x' }), fits({}), fits({ review: 'x', more: 1 })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

/** The events of a stream, as a client reads them. */
function eventsIn(text: string): Any[] {
  return createSseParser()
    .push(text)
    .map(({ data }) => JSON.parse(data));
}
