import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Client, ClientOptions } from '#core/collection/contract/client-runtime.ts';
import { SEARCH_LANGUAGES, searchSnippet } from '#core/collection/contract/snippets.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { compileErrors } from '../support/compile.ts';
import type { Any } from './target.ts';

/**
 * Searches a collection as a developer would: downloads its client with an API key, compiles it and calls it, on a
 * server that listens on a port.
 */
const folder = join(import.meta.dirname, '../../build/collection-clients');
const run = promisify(execFile);
let server: TestApp;
let path = '';
let origin = '';
let apiKey = '';

beforeAll(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: 'localhost' });
  origin = `http://localhost:${(server.app.server.address() as AddressInfo).port}`;
  const ada = server.as('ada');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  const projectId = (await ada('GET', `/org/${orgId}/project`)).body.results[0].id;
  const project = `/org/${orgId}/project/${projectId}`;
  apiKey = (await ada('POST', `${project}/api-key`, { name: 'CI' })).body.key;
  const { id } = (await ada('POST', `${project}/collection/sample`)).body;
  path = `${project}/collection/${id}`;
  await vi.waitFor(
    async () => {
      const { counts } = (await ada('GET', path)).body;
      expect(counts.ready).toBe(counts.documents);
    },
    { timeout: 60_000, interval: 100 },
  );
  await mkdir(folder, { recursive: true });
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('a downloaded client compiles and searches', async () => {
  const response = await fetch(`${origin}/api/v1${path}/client.ts`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.headers.get('content-disposition')).toContain('larkfield-bicycles-sample.ts');
  const text = await response.text();
  expect(text).toContain("'customers'");
  const use = `import { createClient } from './client.ts';
const client = createClient({ apiKey: 'tlk_x' });
const { results } = await client.search({ query: 'x', filter: { tags: ['travel'] } });
console.log(results.map(({ document_name, score }) => document_name + score.toFixed(2)));\n`;
  expect(await compileErrors({ 'client.ts': text, 'use.ts': use }, 'browser')).toEqual([]);
  const misspelt = use.replace("'travel'", "'trvael'");
  const [error, ...more] = await compileErrors({ 'client.ts': text, 'use.ts': misspelt }, 'node');
  expect(error).toContain('use.ts(3,');
  expect(error).toContain('"trvael"');
  expect(more.filter((line) => line.startsWith('use.ts'))).toEqual([]);

  const file = join(folder, 'client.ts');
  await writeFile(file, text);
  const { createClient } = (await import(file)) as {
    createClient(options: ClientOptions): Client;
  };
  const client = createClient({ apiKey, baseUrl: `${origin}/api/v1` });
  const query = 'How much may a hotel night cost?';
  const { results } = await client.search({ query, filter: { tags: ['travel'] } });
  expect(results[0]?.document_name).toBe('Travel policy.md');
  const prices = await client.search({ query: 'LB-330' });
  expect(prices.results[0]?.document_name).toBe('Prices.csv');

  await expect(client.search({ query: '' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/query' }],
  });
  const stranger = createClient({ apiKey: 'tlk_wrong', baseUrl: `${origin}/api/v1` });
  await expect(stranger.search({ query })).rejects.toMatchObject({
    code: 'unauthenticated',
    status: 401,
  });
}, 120_000);

it('an OpenAPI document is valid, and describes what the endpoint returns', async () => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${origin}/api/v1${path}/openapi.json`, { headers });
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
  const [searchPath = ''] = Object.keys(document.paths);
  const validator = (at: string) =>
    ajv.compile({
      $ref: `api#/paths/${escapePointer(searchPath)}/post/${at}/content/application~1json/schema`,
    });
  const request = validator('requestBody');
  expect(request({ query: 'x', filter: { tags: ['travel'] } })).toBe(true);
  expect(request({ query: 'x', filter: { tags: ['trvael'] } })).toBe(false);
  const found = await fetch(`${origin}/api/v1${path}/search`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'LB-330' }),
  });
  const result = validator('responses/200');
  result(await found.json());
  expect(result.errors).toBeNull();
}, 120_000);

it.each(SEARCH_LANGUAGES)(
  'a snippet works as pasted: %s',
  async (language) => {
    const code = searchSnippet(language, {
      url: `${origin}/api/v1${path}/search`,
      request: { query: "What's the price of LB-330?", top_k: 1, filter: { tags: ['customers'] } },
      clientName: 'client.ts',
    }).replace('apiKey:', `baseUrl: '${origin}/api/v1', apiKey:`);
    const file = join(folder, 'use.ts');
    await writeFile(file, code);
    const [program, args] = {
      curl: ['sh', ['-c', `${code} --silent --show-error --fail-with-body`]] as const,
      typescript: [process.execPath, [file]] as const,
      python: ['python3', ['-c', code]] as const,
    }[language];
    const isThere = await run(language === 'curl' ? 'curl' : program, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    const env = { ...process.env, TASKLOOM_API_KEY: apiKey, NO_PROXY: '*' };
    expect((await run(program, args, { env })).stdout).toContain('Prices.csv');
  },
  60_000,
);
