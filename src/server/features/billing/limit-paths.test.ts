import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromBase64 } from '#core/base64url.ts';
import { newId } from '#core/ids.ts';
import { apiKey } from '#domain/access/access.tables.ts';
import { requireFunds } from '#domain/billing/can-pay.ts';
import type { DocumentRow } from '#domain/collection/collection.tables.ts';
import { describeImage } from '#domain/collection/ingest/describe-image.ts';
import { embedAtCost } from '#domain/collection/ingest/embed.ts';
import { createReranker } from '#domain/collection/search/rerank.ts';
import { ProblemError } from '#domain/problem.ts';
import { until } from '../../../../tests/support/until.ts';
import { type Any, type ComposeWorld, openComposeWorld, outline } from '../compose/testing.ts';
import { PRICED_MODEL } from '../run/testing.ts';

const inputs = { review: 'x' };
const OUTPUT_TOKENS = 1000;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let world: ComposeWorld;
let task: { id: string; path: string };
let free: { id: string; path: string };

beforeAll(async () => {
  world = await openComposeWorld();
  const parameters = { max_output_tokens: OUTPUT_TOKENS };
  task = await world.makeTask({ model_id: PRICED_MODEL, parameters });
  free = await world.makeTask({ model_id: 'sandbox/sandbox' });
  const row = { id: 'key_1', project_id: world.projectId, name: 'Production', prefix: 'tlk_1' };
  const created_at = new Date().toISOString();
  const { db } = world.database;
  await db.insert(apiKey).values({ ...row, hash: 'hash', created_by_id: 'user_owner', created_at });
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const balance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const entries = () =>
  world.domain.stores.billing.entries.list({
    where: { org_id: world.orgId, kind: { in: ['run', 'search'] } },
    order: ['created_at', 'id'],
  });
const rowOf = (id: string) => world.domain.stores.billing.limits.find({ id });

/** Through the ledger, as all money. */
async function setBalance(amount: number) {
  const more = amount - (await balance()).balance;
  await world.domain.stores.billing.addEntry({
    ...{ id: newId('entry'), org_id: world.orgId, amount: more, reference: newId('entry') },
    kind: more < 0 ? 'model_test' : 'grant',
    ...{ project_id: null, note: null, created_at: new Date().toISOString() },
  });
}

/** Null removes it. */
async function setLimit(of: 'project' | 'key', amount: number | null) {
  const key = of === 'key' ? '/api-key/key_1' : '';
  const { status } = await world.call('PUT', `${world.path}${key}/spend-limit`, { amount });
  expect(status).toBe(200);
}

const asKey = { 'x-caller': 'key_1' };
const run = (body: object = {}, headers = {}, at = task) =>
  world.call('POST', `${at.path}/run`, { inputs, ...body }, headers);
const stream = (headers = {}) => world.call('POST', `${task.path}/run/stream`, { inputs }, headers);

/** What a call of the domain answers over HTTP. */
async function refusalOf(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return { status: error.status, body: { code: error.code } };
    throw error;
  }
  return { status: 200, body: { code: undefined } };
}

async function chatWith(config: object, headers = {}): Promise<string> {
  const { body } = await world.call('POST', `${world.path}/chat`, { config }, headers);
  return `${world.path}/chat/${body.id}/message`;
}

const assist = (way = '') =>
  world.call('POST', `${world.path}/assist${way}`, {
    ...{ helper: 'generate_task', model_id: PRICED_MODEL },
    description: 'Classify support emails by topic.',
  });
const asOwner = { type: 'user', id: 'user_owner' } as const;
const payer = () => ({ orgId: world.orgId, projectId: world.projectId, by: asOwner });

/** Has an image in a collection of the project described. */
async function describeInCollection() {
  const model = world.domain.run.modelOf(PRICED_MODEL);
  const collection = {
    ...world.domain.collection,
    vision: () => model,
    files: { ...world.domain.collection.files, get: async () => fromBase64(PNG) },
  };
  const collections = { find: async () => ({ project_id: world.projectId }) };
  const stores = Object.create(world.domain.stores, { collection: { value: { collections } } });
  const document = { id: 'document_1', org_id: world.orgId, name: 'plan.png', size: 70, parts: 1 };
  const signal = new AbortController().signal;
  await describeImage({ ...world.domain, stores, collection }, document as DocumentRow, signal);
}

/** Everything that an organisation pays for. */
const PATHS: Readonly<Record<string, () => Promise<{ status: number; body: Any }>>> = {
  'a run in the console': () => run(),
  'a run in the background': () => run({}, { prefer: 'respond-async' }),
  'a streamed run': () => stream(),
  'a trial of the draft': () => run({ revision: 'draft' }),
  'a trial of another model': () => run({ model_id: PRICED_MODEL }, {}, free),
  'a run of an API key': () => run({}, asKey),
  'a streamed run of an API key': () => stream(asKey),
  'a run of an app': () => run({}, { 'x-caller': 'app' }),
  'an assistant': () => assist(),
  'a streamed assistant': () => assist('/stream'),
  'a message in a chat': async () => {
    const chat = await chatWith({ type: 'model', model_id: PRICED_MODEL });
    return world.call('POST', chat, { text: 'Hello' });
  },
  'a message of an API key in a chat': async () => {
    const chat = await chatWith({ type: 'model', model_id: PRICED_MODEL }, asKey);
    return world.call('POST', chat, { text: 'Hello' }, asKey);
  },
  'a question to the assistant': async () => {
    const chat = await chatWith({ type: 'assistant', model_id: PRICED_MODEL });
    return world.call('POST', chat, { text: 'Hello' });
  },
  'a message in the chat of a task': async () => {
    const chat = await chatWith({ type: 'task', task_id: task.id });
    return world.call('POST', chat, { inputs });
  },
  'a visitor of a website': () =>
    refusalOf(() =>
      requireFunds(world.domain, { ...payer(), apiKeyId: null, modelId: PRICED_MODEL }, 1),
    ),
  'a step of an article': async () =>
    world.step(await world.createArticle({ outline }), { step: 'outline' }),
  'a case of an evaluation': () =>
    refusalOf(() =>
      world.domain.evaluation.run({
        place: { orgId: world.orgId, projectId: world.projectId, taskId: task.id },
        by: { id: 'user_owner', name: 'Ada' },
        ...{ revision: '1', inputs, idempotencyKey: newId('run') },
      }),
    ),
  'a reranked search': () =>
    refusalOf(async () => {
      const reranker = await createReranker(world.domain, payer(), PRICED_MODEL);
      await reranker.rerank('returns', ['One', 'Two'], new AbortController().signal);
    }),
  'an image in a collection': () => refusalOf(describeInCollection),
  'a test of a model': () =>
    world.call('POST', `/org/${world.orgId}/model-endpoint/compatible/test`, {
      ...{ checks: ['answer'], model_id: PRICED_MODEL },
    }),
  'an embedding': () =>
    refusalOf(() => {
      const model = { id: 'embedding', price: 1_000_000, isUnpriced: false };
      const embedding = {
        ...world.domain.collection.embedding,
        find: () => model as never,
        embed: async () => ({ vectors: [], tokens: 1 }),
      };
      const domain = { ...world.domain, collection: { ...world.domain.collection, embedding } };
      const asked = { ...payer(), kind: 'search' as const, model: 'embedding' };
      return embedAtCost(domain, asked, ['What?'], new AbortController().signal);
    }),
};

describe.each(Object.entries(PATHS))('%s', (name, call) => {
  const isOfKey = name.includes('API key');
  // Tests of models belong to no project.
  const hasLimit = name !== 'a test of a model';

  it.each([
    ['the balance is used up', 'insufficient_balance', () => setBalance(0)],
    ...(hasLimit
      ? ([["the project's limit is", 'spend_limit_reached', () => setLimit('project', 0)]] as const)
      : []),
    ...(isOfKey
      ? ([["the key's limit is", 'spend_limit_reached', () => setLimit('key', 0)]] as const)
      : []),
  ] as const)('is refused if %s', async (_name, code, exhaust) => {
    await setBalance(5_000_000);
    await exhaust();
    const before = await entries();
    const start = newId('chat');
    const { status, body } = await call();
    await setLimit('project', null);
    await setLimit('key', null);
    expect([status, body.code]).toEqual([402, code]);
    expect(await entries()).toEqual(before);
    expect((await balance()).reserved).toBe(0);
    expect(world.fake.counts.requests).toBe(0);
    // No message was stored, not even for a moment: changes of a chat are counted up only.
    const chats = await world.domain.stores.chat.chats.list({ where: { id: { gt: start } } });
    expect(chats.filter(({ change }) => change > 0)).toEqual([]);
  });

  it('is not refused otherwise', async () => {
    await setBalance(5_000_000);
    await setLimit('project', 4_000_000);
    await setLimit('key', 4_000_000);
    const { status } = await call();
    await until(async () => (await balance()).reserved === 0);
    await setLimit('project', null);
    await setLimit('key', null);
    // Some of the model's outputs are of no use.
    expect([200, 201, 202, 422]).toContain(status);
  });
});

describe('a streamed run', () => {
  /** What its stream ended with, what the ledger says about it, and what its project's limit has paid. */
  async function endOf(response: { body: string }) {
    const events: Any[] = [...response.body.matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      JSON.parse(data ?? ''),
    );
    const ended = events.at(-1);
    const { run } = ended;
    await until(async () => (await balance()).reserved === 0);
    const booked = (await entries()).filter(({ reference }) => reference === run.id);
    const { spent, reserved } = (await rowOf(world.projectId)) ?? {};
    return { run, booked: booked.map(({ amount }) => -amount), spent, reserved };
  }

  beforeEach(async () => {
    await setBalance(5_000_000);
    await setLimit('project', null);
    const spent = (await world.call('GET', `${world.path}/spend-limit`)).body.spent;
    await setLimit('project', spent + 3500);
  });

  it('whose model ignores its maximum is cut off, and costs at most what was reserved, once', async () => {
    const before = (await rowOf(world.projectId))?.spent ?? 0;
    world.fake.script({ kind: 'text', text: 'word '.repeat(4000), token_ms: 1 });
    const { run, booked, spent, reserved } = await endOf(await stream());
    expect([run.status, run.error]).toEqual(['succeeded', null]);
    expect(run.output_text).toMatch(/^word /);
    expect(run.usage.cost).toBeLessThanOrEqual(3500);
    expect(booked).toEqual([run.usage.cost]);
    expect([spent, reserved]).toEqual([before + run.usage.cost, 0]);
  });

  it('that is cancelled, by two people at once, costs what it used, once', async () => {
    const before = (await rowOf(world.projectId))?.spent ?? 0;
    world.fake.script({ kind: 'text', text: 'word '.repeat(400), token_ms: 20 });
    const streaming = stream();
    let id: string | undefined;
    await until(() => {
      const [live] = world.domain.run.hub.all();
      id = live?.run.output_text ? live.run.id : undefined;
      return id !== undefined;
    });
    const cancel = () => world.call('POST', `${world.path}/run/${id}/cancel`);
    await Promise.all([cancel(), cancel()]);
    const { run, booked, spent, reserved } = await endOf(await streaming);
    expect(run.status).toBe('cancelled');
    expect(run.usage.cost).toBeGreaterThan(0);
    expect(booked).toEqual([run.usage.cost]);
    expect([spent, reserved]).toEqual([before + run.usage.cost, 0]);
  });
});
