import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '#generated/sdk/client/index.ts';
import {
  createApiKey,
  createTask,
  createTaskRevision,
  listOrgs,
  listProjects,
} from '#generated/sdk/index.ts';
import { type Account, clientOf, signUp } from '../support/account.ts';
import { freePort, type Running, startScript, waitUntilUp } from '../support/process.ts';

/** Our server with an empty data directory, a model endpoint and a signed-in user. */
export interface Workbench {
  origin: string;
  model: { origin: string };
  server: Running;
  account: Account;
  orgId: string;
  projectId: string;
  /** What each call of the SDK needs to work in the project as that user. */
  place: { client: Client; path: { orgId: string; projectId: string }; throwOnError: true };
  /** Calls our API as that user, with JSON or a form. Throws on an error. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts the server and the model endpoint. `tokenMs` is the model's time per token.
 * @param settings more settings of the server
 */
export async function openWorkbench(
  tokenMs: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Workbench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-bench-'));
  const [modelPort, port] = [await freePort(), await freePort()];
  const model = startScript('tests/support/models/openai-server.ts', {}, [
    String(modelPort),
    String(tokenMs),
  ]);
  const modelOrigin = `http://localhost:${modelPort}`;
  await waitUntilUp(`${modelOrigin}/v1/models`, model);
  const server = startScript('src/server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    COMPATIBLE_BASE_URL: `${modelOrigin}/v1`,
    COMPATIBLE_API_KEY: 'sk-bench',
    COMPATIBLE_MODELS: 'fake-model',
    // Low enough for millions of runs on the free credit: each reserves what it may cost, and pays.
    MODEL_PRICES: 'compatible/fake-model=0.01/0.01',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...settings,
  });
  const origin = `http://localhost:${port}`;
  await waitUntilUp(`${origin}/readyz`, server);
  const account = await signUp(origin);
  const token = await account.token();
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const client = clientOf(origin, { token: async () => token });
  const { data: orgs } = await listOrgs({ client, throwOnError: true });
  const orgId = orgs.results[0]?.id ?? '';
  const { data: projects } = await listProjects({ client, path: { orgId }, throwOnError: true });
  const projectId = projects.results[0]?.id ?? '';
  return {
    origin,
    model: { origin: modelOrigin },
    server,
    account,
    orgId,
    projectId,
    place: { client, path: { orgId, projectId }, throwOnError: true },
    call,
    close: async () => {
      await Promise.all([server.stop(), model.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A task with an active revision: its path, and an API key to call it with. */
export async function makeTask(bench: Workbench): Promise<{ task: string; key: string }> {
  const { place } = bench;
  const { data: task } = await createTask({
    ...place,
    body: {
      name: 'Bench',
      definition: {
        system_prompt: 'You analyse product reviews.',
        user_prompt: 'Review: {review}',
        variables: [{ name: 'review', type: 'text', required: true }],
        output_format: { type: 'text' },
        model_id: 'compatible/fake-model',
        parameters: {},
      },
    },
  });
  const path = { ...place.path, taskId: task.id };
  await createTaskRevision({ ...place, path, body: { activate: true } });
  const { data } = await createApiKey({ ...place, body: { name: 'Bench' } });
  return {
    task: `/org/${bench.orgId}/project/${bench.projectId}/task/${task.id}`,
    key: data.key,
  };
}
