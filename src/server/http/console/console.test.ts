import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskloom-console-'));
let server: TestApp;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  const manifest = {
    'index.html': { file: 'assets/main-1.js', isEntry: true, imports: ['_shared'] },
    _shared: { file: 'assets/shared-1.js' },
    'features/task/task-list-page.tsx': {
      file: 'assets/list-1.js',
      imports: ['_shared', '_table'],
      css: ['assets/list-1.css'],
    },
    _table: { file: 'assets/table-1.js' },
    '_editor-1.js': { file: 'assets/editor-1.js', name: 'editor', imports: ['_first', '_table'] },
    '_code-1.js': { file: 'assets/code-1.js', name: 'code' },
    _first: { file: 'assets/first-1.js' },
  };
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><title>T</title><meta property="og:image" content="/social.png" /><script src="/assets/first-1.js"></script></head><body></body></html>',
  );
  writeFileSync(join(folder, 'assets/main-1.js'), 'plain');
  writeFileSync(join(folder, 'assets/main-1.js.br'), 'brotli');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'widget.js'), 'widget');
  writeFileSync(join(folder, 'widget.js.br'), 'brotli');
  server = await startTestApp(
    {
      PUBLIC_MIXPANEL_TOKEN: '</script><b>',
      PUBLIC_URL: 'https://loom.example/console/',
      METRICS_PUBLIC: 'true',
    },
    { consoleFolder: folder },
  );
});
afterAll(() => server.close());

it.each([
  '/files/%00',
  '/files/avatar/%00.png',
  `/files/${'a'.repeat(300)}`,
  `/files/${'a/'.repeat(3000)}`,
  '/files/',
  '/files//x',
  '/files/..%2f..%2fsecret.key',
  '/assets/%00',
  `/assets/${'a'.repeat(300)}`,
  '/assets//x',
  '/assets/.vite/manifest.json',
  '/identity/self-service/errors?id=%00',
  '/identity/self-service/login/flows?id=%00',
  '/identity/sessions/%00',
])('responds to the odd path %j with 404', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    expect((await server.app.inject({ url, method })).statusCode).toBe(404);
  }
});

describe('the console', () => {
  it("serves index.html on every path that isn't the server's", async () => {
    for (const url of ['/', '/projects/project_1/tasks', '/auth/login?flow=1']) {
      const { status, headers, text } = await server.call({
        url,
        headers: { accept: 'text/html' },
      });
      expect([url, status]).toEqual([url, 200]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).toContain('<title>T</title>');
    }
  });

  it.each(['/swagger.json', '/robots.txt', '/a/b.yaml', '/.well-known/security.txt'])(
    'is no substitute for the missing file %s',
    async (url) => {
      const { status, headers } = await server.call({ url });
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json']);
    },
  );

  it("contains the settings, which can't break out of their block", async () => {
    const { text } = await server.call({ url: '/' });
    const [, json = ''] =
      /<script type="application\/json" id="client-settings">(.*?)<\/script>/.exec(text) ?? [];
    const { body } = await server.call({ url: '/api/v1/settings' });
    expect(JSON.parse(json)).toEqual(body);
    expect(body.mixpanel_token).toBe('</script><b>');
    expect(text).not.toContain('<b>');
  });

  it('has absolute addresses for previews of links', async () => {
    const { text } = await server.call({ url: '/' });
    expect(text).toContain('property="og:image" content="https://loom.example/console/social.png"');
  });

  it("preloads what the path's page needs in addition to the entry", async () => {
    const { text } = await server.call({ url: '/projects/project_1/tasks' });
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js">');
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/table-1.js">');
    expect(text).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css">');
    expect(text).not.toContain('shared-1');
    expect((await server.call({ url: '/settings/profile' })).text).not.toContain('list-1');
  });

  it('preloads chunks by their name, except what the page loads itself', async () => {
    const { text } = await server.call({ url: '/projects/project_1/tasks/task_1' });
    const preloaded = [...text.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)];
    expect(preloaded.map(([, href]) => href).sort()).toEqual([
      '/assets/code-1.js',
      '/assets/editor-1.js',
      '/assets/table-1.js',
    ]);
  });

  it("is compressed, and isn't sent again to clients that have it", async () => {
    const first = await server.app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect(first.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(first.rawPayload).toString()).toContain('<title>T</title>');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await server.call({ url: '/', headers })).status).toBe(304);
  });

  it('has immutable, precompressed files', async () => {
    const url = '/assets/main-1.js';
    const { headers, text } = await server.call({ url, headers: { 'accept-encoding': 'br' } });
    expect([text, headers['content-encoding']]).toEqual(['brotli', 'br']);
    expect(headers['cache-control']).toContain('immutable');
    expect((await server.call({ url })).text).toBe('plain');
    expect((await server.call({ url: '/favicon.svg' })).text).toBe('<svg/>');
  });

  it("isn't served for missing files, API calls and folders", async () => {
    for (const url of [
      '/assets/gone.js',
      '/api/v1/nothing',
      '/files/avatar/none.png',
      '/.vite/manifest.json',
    ]) {
      const { status, text } = await server.call({ url, headers: { accept: '*/*' } });
      expect([url, status]).toEqual([url, 404]);
      expect(text).not.toContain('isEntry');
    }
    expect((await server.call({ method: 'POST', url: '/' })).status).toBe(404);
  });
});

it("serves the widget's script to websites, which revalidate it", async () => {
  for (const encoding of ['identity', 'br']) {
    const { status, headers } = await server.call({
      url: '/widget.js',
      headers: { 'accept-encoding': encoding },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('javascript');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cache-control']).toContain('max-age=300');
    expect(headers.etag).toBeDefined();
  }
  const { headers } = await server.call({ url: '/favicon.svg' });
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});

describe('pages about the API', () => {
  it('include the contract, its reference and the error codes', async () => {
    const { body } = await server.call({ url: '/openapi.json' });
    expect(body.openapi).toBe('3.1.0');
    const docs = await server.call({ url: '/docs' });
    for (const operation of ['listTasks', 'streamTask', 'createApiKey']) {
      expect(docs.text).toContain(`id="${operation}"`);
    }
    const mocks = await server.call({ url: '/docs/mocks' });
    expect(mocks.text).toContain('id="webhooks"');
    const changelog = await server.call({ url: '/docs/changelog' });
    expect(changelog.text).toContain('href="/docs#listTasks"');
    const widget = await server.call({ url: '/docs/widget' });
    expect(widget.text).toContain('id="content-security-policy"');
    const identity = await server.call({ url: '/docs/identity' });
    expect(identity.text).toContain('id="two-origins"');
    const file = await server.call({ url: '/docs/identity/two-origins/kratos.yml' });
    expect(file.headers['content-type']).toContain('text/plain');
    for (const { text } of [docs, mocks, changelog, widget, identity]) {
      // Examples may contain other URLs, but the pages neither load anything from them nor link to them.
      expect(text).not.toMatch(/(src|href|action)="?https?:|url\(\s*['"]?https?:/);
      expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/docs.js">']);
    }
    const script = await server.call({ url: '/docs/docs.js' });
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.headers['content-security-policy']).toContain("script-src 'self'");
    const problems = await server.call({ url: '/docs/errors' });
    for (const code of body.components.schemas.ProblemCode.enum) {
      expect(problems.text).toContain(`id="${code}"`);
    }
  });

  it('health checks', async () => {
    expect((await server.call({ url: '/healthz' })).body.status).toBe('ok');
    expect((await server.call({ url: '/readyz' })).body.ready).toBe(true);
    expect((await server.call({ url: '/api/v1/readyz' })).body.ready).toBe(true);
    await server.as('ada')('GET', '/user');
    const { text } = await server.call({ url: '/metrics' });
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="getUser",status="200"\} 1/,
    );
    server.services.stop();
    const stopping = await server.call({ url: '/readyz' });
    expect([stopping.status, stopping.body.ready]).toEqual([503, false]);
    const problem = await server.call({ url: '/api/v1/readyz' });
    expect([problem.status, problem.body.code]).toEqual([503, 'unavailable']);
    expect(problem.body.detail).toContain('shutting down');
  });
});
