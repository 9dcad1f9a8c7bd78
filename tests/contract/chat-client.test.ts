import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ClientOptions } from '#core/chat/contract/client-runtime.ts';
import { ASK_MODES, chatSnippet, exampleMessage } from '#core/chat/contract/snippets.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { SNIPPET_LANGUAGES } from '#core/task/snippets/snippets.ts';
import type { ChatMessageCreate, TaskOpenApi } from '#generated/model/index.ts';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { compileErrors } from '../support/compile.ts';
import { type Any, definition } from './target.ts';

/**
 * Talks to chats as a developer would: downloads their clients with an API key, compiles and calls them, on a server
 * that listens on a port.
 */
const folder = join(import.meta.dirname, '../../build/chat-clients');
const run = promisify(execFile);
let server: TestApp;
let project = '';
let origin = '';
let apiKey = '';

beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: 'localhost' });
  origin = `http://localhost:${(server.app.server.address() as AddressInfo).port}`;
  const ada = server.as('ada');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  const projectId = (await ada('GET', `/org/${orgId}/project`)).body.results[0].id;
  project = `/org/${orgId}/project/${projectId}`;
  apiKey = (await ada('POST', `${project}/api-key`, { name: 'CI' })).body.key;
  await mkdir(folder, { recursive: true });
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const byKey = (path: string, init: RequestInit = {}) =>
  fetch(`${origin}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  });

/** Creates a chat with the API key. */
async function createChat(config: Any): Promise<string> {
  const response = await byKey(`${project}/chat`, {
    method: 'POST',
    body: JSON.stringify({ title: 'Travel desk', config }),
  });
  const body = (await response.json()) as Any;
  expect(response.status, JSON.stringify(body)).toBe(201);
  return `${project}/chat/${body.id}`;
}

async function clientOf(chat: string, name: string): Promise<{ client: Client; text: string }> {
  const response = await byKey(`${chat}/client.ts`);
  expect(response.headers.get('content-disposition')).toContain('travel-desk.ts');
  const text = await response.text();
  const file = join(folder, `${name}.ts`);
  await writeFile(file, text);
  const { createClient } = (await import(file)) as {
    createClient(options: ClientOptions): Client;
  };
  return { client: createClient({ apiKey, baseUrl: `${origin}/api/v1` }), text };
}

it('a downloaded client compiles, asks, follows, lists and stops', async () => {
  const chat = await createChat({ type: 'model', suggestions: ['How early do I book?'] });
  const { client, text } = await clientOf(chat, 'client');
  expect(text).toContain('How early do I book?');
  const use = `import { createClient } from './client.ts';
const client = createClient({ apiKey: 'tlk_x' });
const { text, sources, grounding } = await client.ask({ text: 'x' }, { onText: console.log });
console.log(text, grounding, sources.map(({ document_name }) => document_name));
for await (const event of client.stream({ text: 'x' }))
  if (event.type === 'answer.delta') console.log(event.text.length);\n`;
  expect(await compileErrors({ 'client.ts': text, 'use.ts': use }, 'browser')).toEqual([]);
  const wrong = use.replace("stream({ text: 'x' })", "stream({ inputs: { a: 'x' } })");
  const [error] = await compileErrors({ 'client.ts': text, 'use.ts': wrong }, 'node');
  expect(error).toContain('use.ts(5,');

  const seen: string[] = [];
  const answer = await client.ask({ text: 'Hello' }, { onText: (so_far) => seen.push(so_far) });
  expect(answer).toMatchObject({ role: 'assistant', status: 'succeeded' });
  expect(answer.output).toBe(answer.text);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.at(-1)).toBe(answer.text);
  const types: string[] = [];
  for await (const event of client.stream({ text: 'Again' })) types.push(event.type);
  expect(types[0]).toBe('answer.started');
  expect(types.indexOf('answer.ended')).toBe(types.length - 1);
  const page = await client.messages({ pageLimit: 3 });
  expect(page.results.map(({ position }) => position)).toEqual([4, 3, 2]);
  const [older] = (await client.messages({ cursor: page.pagination.next_cursor ?? '' })).results;
  expect(older?.text).toBe('Hello');

  const stopped = client.ask({ text: 'Tell me more '.repeat(50) });
  const outcome = expect(stopped).rejects.toMatchObject({
    code: 'answer_stopped',
    answer: { status: 'cancelled' },
  });
  for (;;) {
    const [last] = (await client.messages({ pageLimit: 1 })).results;
    if (last?.position !== 6) continue;
    await client.stop(last.id);
    break;
  }
  await outcome;

  await expect(client.ask({ text: ' ' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/text' }],
  });
}, 120_000);

it('a client of a chat with a task has its types', async () => {
  const ada = server.as('ada');
  const task = (await ada('POST', `${project}/task`, { name: 'Reviews', definition })).body;
  await ada('POST', `${project}/task/${task.id}/revision`, { activate: true });
  const chat = await createChat({ type: 'task', task_id: task.id });
  const { client, text } = await clientOf(chat, 'task-client');
  const use = `import { createClient } from './client.ts';
const client = createClient({ apiKey: 'tlk_x' });
const { output } = await client.ask({ inputs: { review: 'Good' } });
const mood: 'positive' | 'negative' = output.sentiment;
console.log(mood);\n`;
  expect(await compileErrors({ 'client.ts': text, 'use.ts': use }, 'node')).toEqual([]);
  const misspelt = use.replace('review:', 'reviw:');
  const [error] = await compileErrors({ 'client.ts': text, 'use.ts': misspelt }, 'node');
  expect(error).toContain('use.ts(3,');
  const { output } = await client.ask({ inputs: { review: 'Good' } });
  expect(['positive', 'negative']).toContain((output as Any).sentiment);
}, 120_000);

describe('snippets', () => {
  const cases = SNIPPET_LANGUAGES.flatMap((language) =>
    ASK_MODES.map((mode) => [language, mode] as const),
  );
  let chat = '';
  let message: ChatMessageCreate | undefined;
  beforeAll(async () => {
    chat = await createChat({
      type: 'model',
      suggestions: [`It's "quoted": {"answer":{"id":"x"}}`],
    });
    await clientOf(chat, 'client');
    message = exampleMessage((await (await byKey(`${chat}/openapi.json`)).json()) as TaskOpenApi);
  });

  it.each(cases)('work as pasted: %s, %s', async (language, mode) => {
    if (!message) throw new TypeError('No example in the document');
    const code = chatSnippet(language, mode, {
      url: `${origin}/api/v1${chat}/message`,
      message,
      clientName: 'client.ts',
    }).replace('apiKey:', `baseUrl: '${origin}/api/v1', apiKey:`);
    const file = join(folder, `use-${mode}.${language === 'fetch' ? 'mjs' : 'ts'}`);
    await writeFile(file, code);
    const [program, args] = {
      curl: ['sh', ['-c', code]] as const,
      typescript: [process.execPath, [file]] as const,
      python: ['python3', ['-c', code]] as const,
      fetch: [process.execPath, [file]] as const,
    }[language];
    const isThere = await run(language === 'curl' ? 'curl' : program, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    const env = { ...process.env, TASKLOOM_API_KEY: apiKey, NO_PROXY: '*' };
    const { stdout } = await run(program, args, { env });
    const [answer] = ((await (await byKey(`${chat}/message?page_limit=1`)).json()) as Any).results;
    expect(answer).toMatchObject({ role: 'assistant', status: 'succeeded' });
    expect(stdout).toContain(language === 'curl' ? answer.id : answer.text);
  });
});

it('only chats of the key, or shared with the project, can be used with it', async () => {
  const ada = server.as('ada');
  const config = { type: 'model' };
  const { id } = (await ada('POST', `${project}/chat`, { title: 'Travel desk', config })).body;
  const chat = `${project}/chat/${id}`;
  expect((await byKey(`${chat}/client.ts`)).status).toBe(403);
  await ada('PUT', `${chat}/share`, { audience: 'project' });
  const { client } = await clientOf(chat, 'shared-client');
  expect((await client.ask({ text: 'Hello' })).status).toBe('succeeded');
}, 60_000);

it('an OpenAPI document is valid, and describes what the chat takes and returns', async () => {
  const chat = await createChat({ type: 'model' });
  const response = await byKey(`${chat}/openapi.json`);
  expect(response.status).toBe(200);
  const document = (await response.json()) as Any;
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const linted = await run(join(import.meta.dirname, '../../node_modules/.bin/redocly'), [
    'lint',
    file,
    '--extends=spec',
  ]);
  expect(linted.stderr).toContain('Your API description is valid');

  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  ajv.addSchema(document, 'api');
  const path = escapePointer(`/chat/${chat.split('/').at(-1)}/message`);
  const validator = (at: string) =>
    ajv.compile({ $ref: `api#/paths/${path}/post/${at}/content/application~1json/schema` });
  const request = validator('requestBody');
  expect(request({ text: 'x' })).toBe(true);
  expect(request({ inputs: {} })).toBe(false);
  const sent = await byKey(`${chat}/message`, {
    method: 'POST',
    body: JSON.stringify({ text: 'Hello' }),
  });
  const result = validator('responses/201');
  result(await sent.json());
  expect(result.errors).toBeNull();
}, 120_000);
