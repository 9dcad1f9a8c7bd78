import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeEvent } from '#core/sse.ts';
import { toJavaScript, toPython, toShell } from './literals.ts';
import {
  CALL_MODES,
  type CallMode,
  curlForRun,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippet,
  taskUrl,
} from './snippets.ts';

const run = promisify(execFile);
const inputs = {
  review: `It's "broken" \\ $HOME \`id\` %s {x}\n!! ü 😀 \u2028`,
  deep: { list: [1, -2.5, true, null, ''], 'odd key': {}, __proto_: [] },
};
const ids = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };

interface Call {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}
/** The programs run at the same time; their calls are distinguished by their keys. */
const calls: Call[] = [];
const queued = { id: 'run_1', status: 'queued', ended_at: null, output: 'Hello' };
let server: Server;
let baseUrl = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, headers, body: body === '' ? undefined : JSON.parse(body) });
    if (method === 'GET') {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ ...queued, status: 'succeeded', ended_at: 'now' }));
      return;
    }
    if (url.endsWith('/stream')) {
      const events = [
        { type: 'run.delta', offset: 0, text: 'Hel' },
        { type: 'run.delta', offset: 3, text: 'lo' },
        { type: 'run.succeeded', run: { output: 'Hello' } },
      ];
      response.setHeader('Content-Type', 'text/event-stream');
      response.end(events.map((event) => encodeEvent({ data: JSON.stringify(event) })).join(''));
    } else {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(queued));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`;
});

afterAll(() => server.close());

const COMMANDS: Record<SnippetLanguage, (code: string) => [string, string[]]> = {
  curl: (code) => ['sh', ['-c', `${code} --silent --show-error`]],
  fetch: (code) => [process.execPath, ['--input-type=module', '--eval', code]],
  typescript: (code) => [process.execPath, ['--input-type=module-typescript', '--eval', code]],
  python: (code) => ['python3', ['-c', code]],
};
const EXPECTED: Record<CallMode, RegExp> = {
  sync: /Hello/,
  stream: /Hel.*lo/s,
  background: /(run_1.*queued|succeeded.*Hello)/s,
};

describe.each(SNIPPET_LANGUAGES)('%s', { concurrent: true }, (language) => {
  const program = language === 'curl' ? 'curl' : COMMANDS[language]('')[0];
  const isThere = run(program, ['--version']).then(
    () => true,
    () => false,
  );

  it.each(CALL_MODES)('runs as pasted: %s', async (mode) => {
    const code = snippet(language, mode, { ...ids, baseUrl, inputs, revision: '3' });
    expect(code).toContain('TASKLOOM_API_KEY');
    if (!(await isThere)) return;
    const key = `tlk_${language}_${mode}`;
    const [name, args] = COMMANDS[language](code);
    const { stdout } = await run(name, args, {
      env: { ...process.env, TASKLOOM_API_KEY: key, NO_PROXY: '*' },
    });
    expect(stdout).toMatch(EXPECTED[mode]);
    const isOwn = ({ headers }: Call) => headers.authorization === `Bearer ${key}`;
    const [call, ...polls] = calls.filter(isOwn);
    const isAwaited = mode === 'background' && language !== 'curl';
    expect(polls.map(({ method, url }) => `${method} ${url}`)).toEqual(
      isAwaited ? ['GET /api/v1/org/org_1/project/project_1/run/run_1'] : [],
    );
    expect(call?.url).toBe(
      `/api/v1/org/org_1/project/project_1/task/task_1/run${mode === 'stream' ? '/stream' : ''}`,
    );
    expect(call?.body).toEqual({ inputs, revision: '3' });
    expect(call?.headers.prefer).toBe(mode === 'background' ? 'respond-async' : undefined);
  });
});

describe('literals', () => {
  it('evaluate to the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // JSON cannot represent -0.
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(new Function(`return ${toJavaScript(value)}`)()).toEqual(json);
      }),
    );
  });

  it('use Python syntax', () => {
    expect(toPython({ a: [true, null, 'x'], b: {} })).toBe(
      '{\n    "a": [\n        True,\n        None,\n        "x",\n    ],\n    "b": {},\n}',
    );
  });

  it('are a single word in a shell', async () => {
    const words = fc.sample(fc.string({ unit: 'grapheme', maxLength: 40 }), {
      numRuns: 200,
      seed: 7,
    });
    const { stdout } = await run('sh', ['-c', `printf '%s\\n' ${words.map(toShell).join(' ')}`]);
    expect(stdout).toBe(words.map((word) => `${word}\n`).join(''));
  });
});

it('calls the active revision by default', () => {
  const call = { ...ids, baseUrl: 'http://localhost:4000/api/v1', inputs: {} };
  expect(snippet('curl', 'sync', call)).not.toContain('revision');
  expect(taskUrl(call)).toBe(
    'http://localhost:4000/api/v1/org/org_1/project/project_1/task/task_1/run',
  );
});

it('calls the mock on request', () => {
  const call = { ...ids, baseUrl: 'http://localhost:4000/api/v1', inputs: {}, mock: true };
  expect(taskUrl(call, 'stream')).toMatch(/\/task\/task_1\/mock\/stream$/);
  expect(snippet('python', 'sync', call)).toContain('/task/task_1/mock"');
});

it('repeats a run', () => {
  const last = { project_id: 'project_1', task_id: 'task_1', inputs: { a: 'b' }, revision: null };
  const code = curlForRun(last, { baseUrl: 'http://localhost:4000/api/v1', orgId: 'org_1' });
  expect(code).toContain('"revision": "draft"');
  expect(code).toContain('"a": "b"');
});
