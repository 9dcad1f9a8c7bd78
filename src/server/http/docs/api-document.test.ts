import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ PUBLIC_URL: 'https://tasks.example.com' });
});
afterAll(() => server.close());

it('is readable by tools on any website, with the address of the server', async () => {
  const { status, headers, body } = await server.call({
    url: '/openapi.json',
    headers: { origin: 'https://editor.example.com' },
  });
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(body.servers).toEqual([
    { url: 'https://tasks.example.com/api/v1', description: 'This server' },
  ]);
});

it('is compressed, and cached by its ETag', async () => {
  const { rawPayload, headers } = await server.app.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString()).openapi).toMatch(/^3\./);
  const again = { url: '/openapi.json', headers: { 'if-none-match': String(headers.etag) } };
  expect((await server.app.inject(again)).statusCode).toBe(304);
});

it('is also YAML', async () => {
  const { headers, text } = await server.call({ url: '/openapi.yaml' });
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(text).openapi).toMatch(/^3\./);
});
