import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#core/messages.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { endForgottenReservations, type Spent, spend } from '#domain/billing/spend.ts';
import { sweepCollections } from '#domain/collection/ingest/sweep.ts';
import { startWithModels } from './testing-models.ts';

/** A micro-dollar per token; the fake counts one for each text. */
const PRICED = 'compatible/fake-vectors';
const FREE = 'compatible/own-vectors';
const UNPRICED = 'openai/unpriced-vectors';
const BROKEN = 'compatible/fake-broken-vectors';

const { fake, server, call, balance, setBalance, orgId, project, createCollection, close } =
  await startWithModels({
    EMBEDDING_MODELS: [PRICED, FREE, UNPRICED, BROKEN].join(),
    MODEL_PRICES: `${PRICED}=1/1`,
    OPENAI_API_KEY: 'sk-test',
  });
beforeEach(() => fake.reset());
afterAll(close);

const charges = async (kind: 'indexing' | 'search') => {
  const entries = await server.database.db.select().from(ledgerEntry);
  return entries.filter((entry) => entry.kind === kind && entry.org_id === orgId);
};

let number = 0;
function makeCollection(embedding_model: string) {
  number += 1;
  return createCollection({ name: `Handbook ${number}`, settings: { embedding_model } });
}

function addDocument(path: string, text: string) {
  return call('POST', `${path}/document`, { name: 'Rules', text });
}

async function settled(path: string) {
  return vi.waitFor(
    async () => {
      const { results } = (await call('GET', `${path}/document?page_limit=100`)).body;
      expect(results.map((one: { state: string }) => one.state)).not.toContain('waiting');
      expect(results.every((one: { progress: unknown }) => one.progress === null)).toBe(true);
      return results;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** A text that no other test uses, so that its vectors aren't known. */
const text = (name: string) => `# ${name}\n\nRules of ${name} ${number}. ${'Be kind. '.repeat(20)}`;

describe('embedding', () => {
  it('is paid from the balance: documents, and questions', async () => {
    await setBalance(1_000_000);
    const { path } = await makeCollection(PRICED);
    await addDocument(path, text('Paris'));
    const [document] = await settled(path);
    expect(document.state).toBe('ready');
    expect(await balance()).toMatchObject({
      balance: 1_000_000 - fake.embedded.length,
      reserved: 0,
    });
    expect(await charges('indexing')).toMatchObject([{ amount: -fake.embedded.length }]);
    const found = await call('POST', `${path}/search`, { query: 'What about Paris?' });
    expect(found.body).toMatchObject({ cost: 1, search: { meaning: true } });
    expect(await charges('search')).toMatchObject([{ amount: -1 }]);
  });

  it('fails for want of balance, and continues after it is topped up', async () => {
    await setBalance(20);
    const { path } = await makeCollection(PRICED);
    await addDocument(path, text('Rome'));
    const [failed] = await settled(path);
    expect(failed).toMatchObject({
      state: 'failed',
      error: { code: 'insufficient_balance', message: MESSAGES.task.balance },
    });
    expect(fake.embedded).toHaveLength(0);
    expect(await balance()).toMatchObject({ balance: 20, reserved: 0 });
    const refused = await call('POST', `${path}/search`, { query: 'What about Rome in summer?' });
    expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
    await setBalance(1_000_000);
    await call('POST', `${path}/document/change`, { action: 'retry', state: 'failed' });
    expect((await settled(path))[0].state).toBe('ready');
  });

  it('never takes the balance below zero, however many documents there are', async () => {
    const { path } = await makeCollection(PRICED);
    const longest = text('Document 20');
    await setBalance(longest.length * 4);
    for (let at = 0; at < 20; at += 1) await addDocument(path, text(`Document ${at}`));
    const states = (await settled(path)).map((one: { state: string }) => one.state);
    expect(states).toContain('ready');
    expect((await balance()).balance).toBeGreaterThanOrEqual(0);
    expect((await balance()).reserved).toBe(0);
  });

  it('costs nothing at an endpoint of one’s own whose price is unknown', async () => {
    await setBalance(0);
    const { path } = await makeCollection(FREE);
    await addDocument(path, text('Lima'));
    expect((await settled(path))[0].state).toBe('ready');
    expect((await call('POST', `${path}/search`, { query: 'Lima?' })).body.cost).toBe(0);
    expect(await balance()).toMatchObject({ balance: 0, reserved: 0 });
  });

  it('is refused with a model of a vendor whose price is unknown', async () => {
    const settings = { embedding_model: UNPRICED };
    const refused = await call('POST', `${project}/collection`, { name: 'Unpriced', settings });
    expect([refused.status, refused.body.code]).toEqual([400, 'model_unpriced']);
    const models = (await call('GET', `/org/${orgId}/embedding-model`)).body.results;
    expect(models.map(({ id }: { id: string }) => id)).toEqual([PRICED, FREE, BROKEN]);
  });

  it('that the model refuses fails with the specified message', async () => {
    const { path } = await makeCollection(BROKEN);
    await addDocument(path, text('Bergen'));
    const [failed] = await settled(path);
    expect(failed).toMatchObject({
      state: 'failed',
      error: {
        code: 'embedding_failed',
        message:
          "We couldn't extract embeddings from this document, please try a different version.",
      },
    });
  });

  it('does not replace an index by one that lacks documents for want of balance, until it has them', async () => {
    await setBalance(1_000_000);
    const { path } = await makeCollection(PRICED);
    await addDocument(path, `${text('Oslo')}\n\n${'More about Oslo. '.repeat(60)}`);
    await settled(path);
    await setBalance(0);
    const body = { settings: { chunk_size: 100 }, activate: true };
    const made = await call('POST', `${path}/index`, body);
    await vi.waitFor(
      async () => {
        const { status } = (await call('GET', `${path}/index/${made.body.id}`)).body;
        expect(status).toBe('ready');
      },
      { timeout: 20_000, interval: 50 },
    );
    const active = async () => (await call('GET', path)).body.index.id;
    expect(await active()).not.toBe(made.body.id);
    const sweepAfter = (minutes: number) =>
      sweepCollections(server.services.domain, {
        now: new Date(Date.now() + minutes * 60_000),
        signal: new AbortController().signal,
      });
    await setBalance(1_000_000);
    // Not too often.
    await sweepAfter(1);
    expect((await call('GET', `${path}/index/${made.body.id}`)).body.documents_done).toBe(1);
    await sweepAfter(11);
    await expect.poll(active, { timeout: 20_000, interval: 50 }).toBe(made.body.id);
    const { results } = (await call('POST', `${path}/search`, { query: 'Oslo' })).body;
    expect(results.length).toBeGreaterThan(0);
  });

  it('ends the reservation of a process that died during a call', async () => {
    await setBalance(1000);
    const { stores } = server.services.domain;
    void spend(
      server.services.domain,
      { orgId, projectId: null, modelId: 'embedding', kind: 'search', most: 900 },
      () => new Promise<Spent>(() => {}),
    );
    await vi.waitFor(async () => expect((await balance()).reserved).toBe(900));
    await endForgottenReservations(stores, new Date());
    expect((await balance()).reserved).toBe(900);
    await endForgottenReservations(stores, new Date(Date.now() + 3_600_000));
    expect(await balance()).toMatchObject({ balance: 1000, reserved: 0 });
  });
});

describe('a task that searches', () => {
  const definition = (collectionId: string) => ({
    system_prompt: 'You answer.',
    user_prompt: '{question}',
    variables: [{ name: 'question', type: 'text', required: true }],
    output_format: { type: 'text' },
    model_id: 'sandbox/sandbox',
    parameters: {},
    retrieval: { collection_ids: [collectionId], query_variable: 'question', top_k: 3 },
  });

  it('pays for embedding its question, and fails without balance', async () => {
    await setBalance(1_000_000);
    const { id, path } = await makeCollection(PRICED);
    await addDocument(path, text('Kyoto'));
    await settled(path);
    const task = await call('POST', `${project}/task`, { name: 'Ask', definition: definition(id) });
    const at = `${project}/task/${task.body.id}`;
    await call('POST', `${at}/revision`, { activate: true });
    const before = (await balance()).balance;
    const run = await call('POST', `${at}/run`, { inputs: { question: 'What about Kyoto?' } });
    expect([run.status, run.body.usage.cost]).toEqual([200, 1]);
    expect(await balance()).toMatchObject({ balance: before - 1, reserved: 0 });
    await setBalance(3);
    const refused = await call('POST', `${at}/run`, { inputs: { question: 'And Osaka?' } });
    expect([refused.status, refused.body.code]).toEqual([402, 'insufficient_balance']);
    expect(await balance()).toMatchObject({ balance: 3, reserved: 0 });
  });
});
