import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newId } from '#core/ids.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { project } from '#domain/project/project.tables.ts';
import { startOpenAiServer } from '../../../../tests/support/models/openai-server.ts';
import { until } from '../../../../tests/support/until.ts';
import { startTestApp } from '../../testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
export type Any = any;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Costs $1 and $2 per million tokens. */
export const MODEL = 'compatible/fake-model';
export const RIGHT = { input_price: 100_000, output_price: 200_000 };

export type PriceWorld = Awaited<ReturnType<typeof openPriceWorld>>;

/** A server with a priced model. Ada runs it: the free-tier project is hers. Bob is a customer. */
export async function openPriceWorld(settings: Record<string, string> = {}) {
  const fake = await startOpenAiServer();
  const server = await startTestApp({
    OUTBOUND_ALLOW: '127.0.0.1',
    COMPATIBLE_BASE_URL: fake.url,
    COMPATIBLE_MODELS: 'fake-model',
    MODEL_PRICES: `${MODEL}=1/2`,
    ...settings,
  });
  const places: Record<string, { org: string; project: string; task: string }> = {};

  const as = (name: string) => (method: Method, path: string, body?: object) =>
    server.as(name)(method, `/org/${places[name]?.org}${path}`, body);

  async function createTask(name: string, model_id: string, more: object = {}): Promise<string> {
    const prompts = { system_prompt: 'Be brief.', user_prompt: 'Say something.' };
    const definition = { ...emptyDefinition(model_id), ...prompts, ...more };
    const body = { name: newId('task'), definition };
    const at = `/project/${places[name]?.project}/task`;
    const made = await as(name)('POST', at, body);
    expect(made.status).toBe(201);
    return `${at}/${made.body.id}`;
  }

  const balanceOf = async (name: string): Promise<number> =>
    (await as(name)('GET', '/balance')).body.balance;
  const ledgerOf = async (name: string) =>
    (await as(name)('GET', '/ledger?page_limit=100')).body.results;
  const addEntry = (name: string, kind: 'grant' | 'run', amount: number) =>
    server.services.domain.stores.billing.addEntry({
      id: newId('entry'),
      org_id: places[name]?.org ?? '',
      kind,
      amount,
      reference: newId('entry'),
      project_id: null,
      note: null,
      created_at: new Date().toISOString(),
    });
  async function ended(name: string, id: string, status: string): Promise<Any> {
    const get = async () => (await as(name)('GET', `/price-correction/${id}`)).body;
    await until(async () => (await get()).status === status);
    return get();
  }
  const runOf = async (name: string, id: string) =>
    (await as(name)('GET', `/project/${places[name]?.project}/run/${id}`)).body;

  for (const name of ['ada', 'bob']) {
    const org = (await server.as(name)('GET', '/org')).body.results[0].id;
    places[name] = { org, project: '', task: '' };
    const own = (await as(name)('GET', '/project')).body.results[0].id;
    places[name] = { org, project: own, task: '' };
    places[name] = { org, project: own, task: await createTask(name, MODEL) };
  }
  return {
    fake,
    server,
    places,
    as,
    createTask,
    balanceOf,
    ledgerOf,
    addEntry,
    /** Says whose the free-tier project is. */
    setOperator: (name: string) =>
      server.database.db
        .update(project)
        .set({ org_id: places[name]?.org ?? '' })
        .where(eq(project.id, 'project_00000000000000000000000000')),
    setBalance: async (name: string, balance: number) =>
      addEntry(name, 'grant', balance - (await balanceOf(name))),
    async runTask(name: string, task = places[name]?.task, inputs = {}): Promise<string> {
      const { body } = await as(name)('POST', `${task}/run`, { revision: 'draft', inputs });
      expect(body.status).toBe('succeeded');
      return body.id;
    },
    costOf: async (name: string, id: string) => (await runOf(name, id)).usage.cost,
    /** Just before a run started. */
    async startOf(name: string, id: string): Promise<string> {
      const { created_at } = await runOf(name, id);
      return new Date(Date.parse(created_at) - 1).toISOString();
    },
    /** Prepares a correction and waits for its preview. */
    async prepare(name: string, body: object, path = ''): Promise<Any> {
      const made = await as(name)('POST', `/price-correction${path}`, body);
      expect(made.status).toBe(201);
      return ended(name, made.body.id, 'ready');
    },
    async applied(name: string, id: string): Promise<Any> {
      expect((await as(name)('POST', `/price-correction/${id}/apply`)).status).toBe(200);
      return ended(name, id, 'succeeded');
    },
    /** The ledger of an organisation adds up to its balance. */
    async expectSums(name: string) {
      const entries = await ledgerOf(name);
      const sum = entries.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
      expect(sum).toBe(await balanceOf(name));
      expect(entries[0].balance).toBe(sum);
    },
    async close() {
      await server.close();
      await fake.close();
    },
  };
}
