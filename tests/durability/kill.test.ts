import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { type Account, signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';

/** kill -9 during writes and runs: no acknowledged write is lost, and nothing is billed twice. */
const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-kill-'));
let models: OpenAiServer;
let port: number;
let account: Account;
let token: string;

async function start(): Promise<Running> {
  const server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    COMPATIBLE_BASE_URL: models.url,
    COMPATIBLE_API_KEY: 'sk-kill',
    COMPATIBLE_MODELS: 'fake-model',
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  await waitUntilUp(`http://localhost:${port}/readyz`, server);
  return server;
}

interface Reply {
  status: number;
  body: { id: string; status: string; results: { id: string; name: string }[] } & Record<
    string,
    unknown
  >;
}

async function call(method: string, path: string, body?: unknown, headers = {}): Promise<Reply> {
  const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

beforeAll(async () => {
  port = await freePort();
  models = await startOpenAiServer();
  models.setReply({ kind: 'text', text: 'one two three four five', token_ms: 300 });
});

afterAll(async () => {
  await models.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('kill -9', () => {
  it('loses no acknowledged write and leaves no run hanging', { timeout: 180_000 }, async () => {
    let server = await start();
    account = await signUp(`http://localhost:${port}`);
    token = await account.token();
    const org = (await call('GET', '/org')).body.results[0]?.id;
    const project = (await call('GET', `/org/${org}/project`)).body.results[0]?.id;
    const base = `/org/${org}/project/${project}`;
    const task = await call('POST', `${base}/task`, {
      name: 'Runner',
      definition: {
        ...emptyDefinition('compatible/fake-model'),
        system_prompt: 'Count.',
        user_prompt: 'Go.',
      },
    });
    const path = `${base}/task/${task.body.id}`;
    await call('POST', `${path}/revision`, { activate: true });

    for (let i = 0; i < 5; i += 1) await call('POST', `${path}/run`, { inputs: { no: i } });
    // Rejected calls are saved every second.
    await new Promise((resolve) => setTimeout(resolve, 2000));

    const names: string[] = [];
    const runs: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      // Killed during writes: after a number of acknowledged writes, while runs are in progress.
      const enough = names.length + 12;
      let killed = false;
      const writer = async (lane: number) => {
        for (let i = 0; !killed; i += 1) {
          const name = `Task ${round}-${lane}-${i}`;
          const made = await call('POST', `${base}/task`, { name });
          if (made.status === 201) names.push(name);
          const run = await call(
            'POST',
            `${path}/run`,
            { inputs: {} },
            { prefer: 'respond-async' },
          );
          if (run.status === 202) runs.push(run.body.id);
        }
      };
      const lanes = [0, 1, 2, 3].map((lane) => writer(lane).catch(() => undefined));
      while (names.length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
      killed = true;
      await server.stop('SIGKILL');
      await Promise.all(lanes);
      server = await start();
      token = await account.token();
    }
    expect(names.length).toBeGreaterThanOrEqual(36);
    expect(runs.length).toBeGreaterThan(20);

    const kept = new Set<string>();
    for (let cursor = ''; ; ) {
      const page = await call('GET', `${base}/task?page_limit=100${cursor}`);
      for (const { name } of page.body.results) kept.add(name);
      const next = (page.body.pagination as { next_cursor: string | null }).next_cursor;
      if (!next) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(names.filter((name) => !kept.has(name))).toEqual([]);

    const states = new Map<string, number>();
    for (const id of runs) {
      const run = await call('GET', `${base}/run/${id}`);
      const error = run.body.error as { code: string } | null;
      const state = `${run.status} ${run.body.status}${error ? ` ${error.code}` : ''}`;
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    // Runs that were in progress when the server died report it, as soon as it is back. No other outcome is allowed.
    expect([...states.keys()]).toContain('200 failed run_lost');
    states.delete('200 failed run_lost');
    states.delete('200 succeeded');
    expect([...states.keys()]).toEqual([]);
    const rejected = await call('GET', `${base}/run/rejected?code=invalid_request`);
    expect(rejected.body.results).toMatchObject([{ calls: 5 }]);
    await server.stop();
  });
});
