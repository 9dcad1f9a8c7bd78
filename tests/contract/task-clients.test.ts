import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ClientOptions, TaskError } from '#core/task/contract/client-runtime.ts';
import {
  CALL_MODES,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippet,
} from '#core/task/snippets/snippets.ts';
import { SAMPLE_TASKS } from '#mocks/seed/sample-tasks.ts';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { compileErrors } from '../support/compile.ts';

/**
 * Integrates a task as a developer would: downloads its client with an API key, compiles it and calls it. Nothing is
 * faked: the server listens on a port, the client is the served file, and the model is the sandbox model.
 */
interface Downloaded {
  createClient(options: ClientOptions): Client;
  TaskError: typeof TaskError;
  outputSchema: { parse(value: unknown): unknown };
}

const run = promisify(execFile);
// Inside the project, so that the file finds zod as it would in a project of its own.
const folder = join(import.meta.dirname, '../../build/clients');
const CALLS = [
  ['Review sentiment', { review: 'The lamp arrived broken.' }],
  ['Support reply', { message: 'Where is my order?', tone: 'formal' }],
  ['Ticket triage', { ticket: "I can't log in.", plan: 'free', teams: ['billing', 'accounts'] }],
] as const;

let server: TestApp;
let origin = '';
let project = '';
let apiKey = '';
const files: Record<string, string> = {};
const modules: Record<string, Downloaded> = {};
const taskIds: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: 'localhost' });
  origin = `http://localhost:${(server.app.server.address() as AddressInfo).port}`;
  const ada = server.as('ada');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  const projectId = (await ada('GET', `/org/${orgId}/project`)).body.results[0].id;
  project = `/org/${orgId}/project/${projectId}`;
  apiKey = (await ada('POST', `${project}/api-key`, { name: 'CI' })).body.key;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name] of CALLS) {
    const sample = SAMPLE_TASKS.find((task) => task.name === name);
    const definition = { ...sample?.definition, model_id: 'sandbox/sandbox' };
    const { id } = (await ada('POST', `${project}/task`, { name, definition })).body;
    taskIds[name] = id;
    await ada('POST', `${project}/task/${id}/revision`, { activate: true });
    const response = await fetch(`${origin}/api/v1${project}/task/${id}/client.ts`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const text = await response.text();
    const file =
      /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    files[file] = text;
    await writeFile(join(folder, file), text);
    modules[name] = (await import(join(folder, file))) as Downloaded;
  }
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function clientOf(name: string, options: Partial<ClientOptions> = {}) {
  const downloaded = modules[name];
  if (!downloaded) throw new Error(`No client for ${name}`);
  const client = downloaded.createClient({ apiKey, baseUrl: `${origin}/api/v1`, ...options });
  return { client, ...downloaded };
}

it('the downloaded clients compile with the strictest settings', async () => {
  expect(Object.keys(files)).toEqual([
    'review-sentiment-r1.ts',
    'support-reply-r1.ts',
    'ticket-triage-r1.ts',
  ]);
  expect(await compileErrors(files, 'browser')).toEqual([]);
}, 120_000);

describe.each([
  ['the task', {}],
  ['its mock', { mock: true }],
])('a client of %s', (_, options) => {
  it.each(CALLS)('%s: runs', async (name, inputs) => {
    const { client, outputSchema } = clientOf(name, options);
    const finished = await client.run(inputs);
    expect(finished).toMatchObject({ status: 'succeeded', revision: 1 });
    expect(outputSchema.parse(finished.output)).toEqual(finished.output);
  });

  it.each(CALLS)('%s: streams typed events that end with a terminal one', async (name, inputs) => {
    const { client } = clientOf(name, options);
    const events = [];
    for await (const event of client.stream(inputs)) events.push(event);
    expect(events[0]?.type).toBe('run.started');
    expect(events.filter(({ type }) => /succeeded|failed|cancelled/.test(type))).toHaveLength(1);
    const last = events.at(-1);
    if (last?.type !== 'run.succeeded') throw new Error(`the stream ended with ${last?.type}`);
    const text = events.map((event) => (event.type === 'run.delta' ? event.text : '')).join('');
    expect(text).toBe(last.run.output_text);
  });

  it.each(CALLS)('%s: runs in the background', async (name, inputs) => {
    const { client, outputSchema } = clientOf(name, options);
    const accepted = await client.runInBackground(inputs);
    const { id, output } = await client.wait(accepted);
    expect(id).toBe(accepted.id);
    outputSchema.parse(output);
  });
});

describe('a client', () => {
  const inputs = CALLS[0][1];

  it('waits for a run that another process started, and gets and cancels runs', async () => {
    const { client } = clientOf('Review sentiment');
    const { id } = await client.runInBackground(inputs);
    expect((await client.wait(id)).id).toBe(id);
    expect((await client.getRun(id)).status).toBe('succeeded');
    expect((await client.cancelRun(id)).status).toBe('succeeded');
  });

  it("reports errors before sending a request, and the server's errors after it", async () => {
    const { client, TaskError } = clientOf('Review sentiment');
    const wrong = await client.run({ reviews: 'x' }).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(TaskError);
    expect(wrong).toMatchObject({
      code: 'invalid_inputs',
      errors: [{ pointer: '/inputs/review' }, {}],
    });
    const stranger = clientOf('Review sentiment', { apiKey: 'tlk_wrong' });
    await expect(stranger.client.run(inputs)).rejects.toMatchObject({
      code: 'unauthenticated',
      status: 401,
    });
    const lost = clientOf('Review sentiment', { revision: '9' });
    await expect(lost.client.run(inputs)).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.wait('run_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops waiting when aborted', async () => {
    const { client } = clientOf('Support reply');
    const abort = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of client.stream(CALLS[1][1], { signal: abort.signal })) {
        seen.push(event.type);
        abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });

  it('works as described in the first lines of its file', async () => {
    const [file, text] = Object.entries(files)[0] ?? ['', ''];
    const usage = text
      .split('\n')
      .filter((line) => line.startsWith('//   '))
      .map((line) => line.slice(5))
      .join('\n')
      .replace('apiKey:', `baseUrl: '${origin}/api/v1', apiKey:`);
    const program = `import { createClient } from './${file}';\n${usage}\nconsole.log(output.sentiment);\n`;
    expect(await compileErrors({ ...files, 'use.ts': program }, 'node')).toEqual([]);
    await writeFile(join(folder, 'use.ts'), program);
    const env = { ...process.env, TASKLOOM_API_KEY: apiKey };
    const { stdout } = await run(process.execPath, [join(folder, 'use.ts')], { env });
    expect(stdout.trim()).toMatch(/^(positive|neutral|negative)$/);
  }, 120_000);
});

describe('a snippet', () => {
  const programs: Record<SnippetLanguage, (code: string) => [string, string[]]> = {
    curl: (code) => ['sh', ['-c', `${code} --silent --show-error --fail-with-body`]],
    fetch: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
    typescript: (code) => [process.execPath, ['--input-type=module-typescript', '--eval', code]],
    python: (code) => ['python3', ['-c', code]],
  };
  const [name, inputs] = CALLS[1];
  const env = () => ({ ...process.env, TASKLOOM_API_KEY: apiKey, NO_PROXY: '*' });

  it.concurrent.each(SNIPPET_LANGUAGES)(
    'works as pasted: %s',
    async (language) => {
      const [, orgId = '', projectId = ''] = /org\/(\w+)\/project\/(\w+)/.exec(project) ?? [];
      const taskId = taskIds[name] ?? '';
      const place = { baseUrl: `${origin}/api/v1`, orgId, projectId, taskId };
      const program = language === 'curl' ? 'curl' : programs[language]('')[0];
      const isThere = run(program, ['--version']).then(
        () => true,
        () => false,
      );
      if (!(await isThere)) return;
      const calls = [false, true].flatMap((mock) => CALL_MODES.map((mode) => ({ mock, mode })));
      await Promise.all(
        calls.map(async ({ mock, mode }) => {
          const code = snippet(language, mode, { ...place, inputs, revision: '1', mock });
          const { stdout } = await run(...programs[language](code), { env: env() });
          const expected = mock ? /This is the mock of/ : /sandbox model|"(queued|running)"/;
          expect(stdout).toMatch(expected);
        }),
      );
    },
    120_000,
  );
});
