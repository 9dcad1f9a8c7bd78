import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
        if (schema?.$ref && examples) {
          for (const { value } of Object.values(examples as Record<string, { value: unknown }>)) {
            checked += 1;
            expect(ajv.validate(`task${schema.$ref}`, value), ajv.errorsText()).toBe(true);
          }
        }
        Object.values(part).forEach(visit);
      };
      visit(document.paths);
      expect(checked).toBeGreaterThan(50);
    }
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
