import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromBase64 } from '#core/base64url.ts';
import { MESSAGES } from '#core/messages.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import type { DocumentRow } from '#domain/collection/collection.tables.ts';
import { describeImage } from '#domain/collection/ingest/describe-image.ts';
import { startWithModels } from './testing-models.ts';

const VISION = 'compatible/fake-eyes';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const DESCRIPTION =
  '# Floor plan\n\nRoom 4711 is on the left. The image shows a plan of two rooms.';

const { fake, server, call, balance, setBalance, createCollection, close } = await startWithModels({
  COMPATIBLE_MODELS: 'fake-eyes',
  VISION_MODEL: VISION,
  MODEL_PRICES: `${VISION}=1/2`,
});
const { path } = await createCollection({ name: 'Pictures' });
beforeEach(async () => {
  fake.reset();
  await setBalance(1_000_000);
});
afterAll(close);

async function upload(name = 'plan.png'): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([fromBase64(PNG)]), name);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const made = await server.call<{ id: string }>({
    method: 'POST',
    url: `/api/v1${path}/document/file`,
    headers: {
      authorization: 'Bearer token-ada',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(made.status).toBe(201);
  return `${path}/document/${made.body.id}`;
}

function ended(document: string) {
  return vi.waitFor(
    async () => {
      const { body } = await call('GET', document);
      expect(['ready', 'failed']).toContain(body.state);
      return body;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('an image', () => {
  it('is read by the vision model, at the organisation’s expense', async () => {
    const usage = { input: 900, output: 50 };
    fake.setReply({ kind: 'text', text: DESCRIPTION, usage });
    const document = await ended(await upload());
    expect(document).toMatchObject({ state: 'ready', kind: 'image', title: 'Floor plan' });
    const [request] = fake.requests;
    expect(JSON.stringify(request?.messages)).toContain(`data:image/png;base64,${PNG}`);
    expect(request?.max_tokens).toBe(4000);
    expect(await balance()).toMatchObject({ balance: 1_000_000 - 1000, reserved: 0 });
    const entries = await server.database.db.select().from(ledgerEntry);
    expect(entries.filter(({ kind }) => kind === 'indexing')).toMatchObject([{ amount: -1000 }]);
    const found = await call('POST', `${path}/search`, { query: 'Where is room 4711?' });
    expect(found.body.results[0]).toMatchObject({ document_name: 'plan.png' });
  });

  it('is not read again for another index', async () => {
    fake.setReply({ kind: 'text', text: DESCRIPTION });
    await ended(await upload('again.png'));
    const before = fake.counts.requests;
    const body = { settings: { chunk_size: 200 }, activate: true };
    const { id } = (await call('POST', `${path}/index`, body)).body;
    await vi.waitFor(async () => expect((await call('GET', path)).body.index.id).toBe(id), {
      timeout: 20_000,
      interval: 50,
    });
    expect(fake.counts.requests).toBe(before);
  });

  it('is tried again when the model fails, and says so meanwhile', async () => {
    fake.script({ kind: 'status', status: 503 });
    fake.setReply({ kind: 'text', text: DESCRIPTION });
    const document = await upload('later.png');
    await vi.waitFor(
      async () => {
        const { progress } = (await call('GET', document)).body;
        expect(progress?.waiting_for).toMatch(/^It will be retried\. /);
      },
      { timeout: 10_000, interval: 50 },
    );
    expect((await ended(document)).state).toBe('ready');
    expect(fake.counts.requests).toBe(2);
  }, 30_000);

  it('stays cancelled, although the model still responds', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>();
    fake.setReply({ kind: 'text', text: DESCRIPTION, after });
    const document = await upload('slow.png');
    await vi.waitFor(() => expect(fake.counts.open).toBe(1), { timeout: 10_000, interval: 20 });
    expect((await call('POST', `${document}/cancel`)).body.state).toBe('cancelled');
    resolve();
    await vi.waitFor(() => expect(fake.counts.open).toBe(0), { timeout: 10_000, interval: 20 });
    await setTimeout(500);
    expect((await call('GET', document)).body).toMatchObject({ state: 'cancelled', chunks: 0 });
    await call('POST', `${document}/retry`);
    expect((await ended(document)).state).toBe('ready');
  }, 30_000);

  it('is paid although its description was stopped', async () => {
    fake.setReply({ kind: 'text', text: DESCRIPTION });
    const { id } = await ended(await upload('stopped.png'));
    const { domain } = server.services;
    const row = await domain.stores.collection.documents.find({ id });
    const before = (await balance()).balance;
    fake.script({ kind: 'hang' });
    const stopping = new AbortController();
    const described = describeImage(domain, row as DocumentRow, stopping.signal);
    await vi.waitFor(() => expect(fake.counts.open).toBe(1));
    stopping.abort();
    await expect(described).rejects.toThrow();
    const after = await balance();
    expect(after.reserved).toBe(0);
    expect(after.balance).toBeLessThan(before);
  });

  it('fails for want of balance, without a call of the model', async () => {
    await setBalance(100);
    expect(await ended(await upload('poor.png'))).toMatchObject({
      state: 'failed',
      error: { code: 'insufficient_balance', message: MESSAGES.task.balance },
    });
    expect(fake.counts.requests).toBe(0);
    expect(await balance()).toMatchObject({ balance: 100, reserved: 0 });
  });

  it('fails clearly if the model finds nothing in it, or refuses', async () => {
    fake.setReply({ kind: 'text', text: '  ' });
    expect((await ended(await upload('blank.png'))).error).toMatchObject({
      code: 'empty',
      detail: 'The model found nothing in the image.',
    });
    fake.setReply({ kind: 'status', status: 401 });
    const { error } = await ended(await upload('refused.png'));
    expect(error).toMatchObject({ code: 'unreadable' });
    expect(error.detail).toContain('COMPATIBLE_API_KEY');
  });
});
