import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { signUp } from '../support/account.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/models/openai-server.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';
import type { VictimData, VictimReport } from './victim.ts';

/** The real server as a process with an embedded database, and a fake provider whose models the tests define. */
export interface Arena {
  origin: string;
  models: OpenAiServer;
  /** Signs up a person, with an organisation and a project of their own. */
  join(name: string): Promise<Tenant>;
  /** A tenant that runs a task and lists its runs while it is watched. */
  openVictim(tenant: Tenant, task: string): Victim;
  /** Stops the server, lets `change` work on its data folder, and starts it again. */
  restart(change: (dataDir: string) => Promise<void>): Promise<void>;
  /** @throws when the server logged an error */
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every kind.
  body: any;
}

/** How long runs take, in milliseconds. */
export interface Figures {
  runs: number;
  median: number;
  longest: number;
}

export interface Victim {
  /** Works for as long as the attack takes, at least for some runs. @throws when a request fails */
  during(attack?: () => Promise<unknown>): Promise<Figures>;
  close(): Promise<unknown>;
}

export interface Tenant {
  orgId: string;
  projectId: string;
  /** The path of its project. */
  path: string;
  headers: Record<string, string>;
  /** Sends a request, and returns the response before its body is read. */
  open(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Creates a task without inputs whose first revision is active. Returns its path. */
  makeTask(model: string, parts?: Partial<TaskDefinition>): Promise<string>;
}

export async function openArena(settings: Record<string, string> = {}): Promise<Arena> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-attack-'));
  const models = await startOpenAiServer();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const logged: Running[] = [];
  const start = async (): Promise<Running> => {
    const server = startScript('src/server/main.ts', {
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_ADDRESSES: 'true',
      LOG_LEVEL: 'error',
      COMPATIBLE_BASE_URL: models.url,
      COMPATIBLE_API_KEY: 'sk-attack',
      OUTBOUND_ALLOW: '127.0.0.1',
      ...settings,
    });
    logged.push(server);
    await waitUntilUp(`${origin}/readyz`, server);
    return server;
  };
  let server = await start();
  return {
    origin,
    models,
    openVictim: (tenant, task) => openVictim(origin, tenant, task),
    join: (name) => joinArena(origin, name),
    async restart(change) {
      await server.stop();
      await change(dataDir);
      server = await start();
    },
    async close() {
      await server.stop('SIGKILL');
      await models.close();
      rmSync(dataDir, { recursive: true, force: true });
      const errors = logged.flatMap((one) => one.output().split('\n').filter(isLogged));
      if (errors.length > 0) throw new Error(`The server logged:\n${errors.join('\n')}`);
    },
  };
}

/** Whether a line of the server's output is an error, and not what it says when it has started. */
function isLogged(line: string): boolean {
  return line.startsWith('{');
}

function openVictim(origin: string, { headers, path }: Tenant, task: string): Victim {
  const prefix = '/api/v1';
  const workerData: VictimData = {
    origin,
    headers: { ...headers, 'content-type': 'application/json' },
    task: prefix + task,
    runs: `${prefix}${path}/run`,
  };
  const worker = new Worker(new URL('./victim.ts', import.meta.url), { workerData });
  return {
    async during(attack = async () => undefined) {
      worker.postMessage('start');
      await attack();
      const reported = once(worker, 'message');
      worker.postMessage('stop');
      const [{ took, failures }] = (await reported) as [VictimReport];
      if (failures.length > 0) throw new Error(failures.slice(0, 10).join('\n'));
      took.sort((a, b) => a - b);
      return {
        runs: took.length,
        median: took[took.length >> 1] ?? 0,
        longest: took.at(-1) ?? 0,
      };
    },
    close: () => worker.terminate(),
  };
}

async function joinArena(origin: string, name: string): Promise<Tenant> {
  const account = await signUp(origin, name);
  const token = await account.token();
  const own = { authorization: `Bearer ${token}` };
  const open: Tenant['open'] = (method, path, body, { headers, ...init } = {}) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...own,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...init,
    });
  const call: Tenant['call'] = async (method, path, body, headers) => {
    const response = await open(method, path, body, headers && { headers });
    const text = await response.text();
    const isJson = /\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  };
  const orgId = (await call('GET', '/org')).body.results[0].id;
  const projectId = (await call('GET', `/org/${orgId}/project`)).body.results[0].id;
  const path = `/org/${orgId}/project/${projectId}`;
  return {
    orgId,
    projectId,
    path,
    headers: own,
    open,
    call,
    async makeTask(model, parts = {}) {
      const definition = {
        ...emptyDefinition(model.includes('/') ? model : `compatible/${model}`),
        system_prompt: 'Count.',
        user_prompt: 'Go.',
        ...parts,
      };
      const made = await call('POST', `${path}/task`, { name: `Calls ${model}`, definition });
      if (made.status !== 201) throw new Error(JSON.stringify(made.body));
      const task = `${path}/task/${made.body.id}`;
      const saved = await call('POST', `${task}/revision`, { activate: true });
      if (saved.status !== 201) throw new Error(JSON.stringify(saved.body));
      return task;
    },
  };
}
