import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSource } from '../../../../tests/support/sources/serve.ts';
import type { DocumentStore } from '../../platform/files/document-files.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let path: string;
beforeAll(async () => {
  server = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  await call('GET', '/user');
  const org = (await call('GET', '/org')).body.results[0].id;
  const project = (await call('GET', `/org/${org}/project`)).body.results[0].id;
  const collections = `/org/${org}/project/${project}/collection`;
  path = `${collections}/${(await call('POST', collections, { name: 'Rules' })).body.id}`;
}, 60_000);
afterAll(() => server.close());

const call = (...given: Parameters<ReturnType<TestApp['as']>>) => server.as('ada')(...given);
const ready = (document: string) =>
  expect
    .poll(async () => (await call('GET', document)).body.state, { timeout: 20_000 })
    .toBe('ready');
const textOf = async (document: string) =>
  (await call('GET', `${document}/block`)).body.results[0].text;

async function filesOf(document: string): Promise<string[]> {
  const files = server.services.domain.collection.files as DocumentStore;
  return (await readdir(files.pathOf(document, ''))).sort();
}

it('the files of earlier versions are removed once the new text is extracted', async () => {
  const { id } = (await call('POST', `${path}/document`, { name: 'Rules', text: 'One' })).body;
  const document = `${path}/document/${id}`;
  await ready(document);
  for (const text of ['Two', 'Three']) {
    expect((await call('PATCH', document, { text })).status).toBe(200);
    await ready(document);
    expect(await textOf(document)).toBe(text);
  }
  expect(await filesOf(id)).toHaveLength(2);
});

it('of two edits at once, the one that was accepted is stored, and nothing is left of the other', async () => {
  const { id } = (await call('POST', `${path}/document`, { name: 'Both', text: 'Before' })).body;
  const document = `${path}/document/${id}`;
  for (let round = 0; round < 5; round += 1) {
    await ready(document);
    const texts = ['A', 'B', 'C'].map((name) => `${name} in round ${round}`);
    const sent = await Promise.all(texts.map((text) => call('PATCH', document, { text })));
    const accepted = texts.filter((_, at) => sent[at]?.status === 200);
    expect(accepted.length).toBeGreaterThan(0);
    expect(sent.every(({ status }) => status === 200 || status === 412)).toBe(true);
    await ready(document);
    expect(accepted).toContain(await textOf(document));
    expect(await filesOf(id)).toHaveLength(2);
  }
});

it('a page that is fetched again replaces what was stored of it, or leaves nothing behind', async () => {
  let text = 'Trains leave at nine.';
  const site = await serveSource((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  });
  try {
    const urls = [`${site.url}/times.txt`];
    const { results } = (await call('POST', `${path}/document/url`, { urls })).body;
    const { id } = results[0].document;
    const document = `${path}/document/${id}`;
    await ready(document);
    const before = await filesOf(id);
    expect((await call('POST', `${document}/refetch`)).status).toBe(200);
    expect(await filesOf(id)).toEqual(before);
    text = 'Trains leave at ten.';
    await Promise.all([1, 2].map(() => call('POST', `${document}/refetch`)));
    await expect.poll(() => textOf(document), { timeout: 10_000 }).toBe(text);
    await ready(document);
    expect(await filesOf(id)).toHaveLength(2);
  } finally {
    await site.close();
  }
});

it('a date that the database cannot store is stored as the nearest one, and the document stays readable', async () => {
  const text = 'The rules of long ago.';
  const { id } = (await call('POST', `${path}/document`, { name: 'Old', text })).body;
  const document = `${path}/document/${id}`;
  await ready(document);
  for (const [dated_at, stored] of [
    ['0001-01-01T00:00:00+23:59', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:60Z', '9999-12-31T23:59:59.000Z'],
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ]) {
    expect((await call('PATCH', document, { dated_at })).status).toBe(200);
    expect((await call('GET', document)).body.dated_at).toBe(stored);
    expect((await call('GET', `${path}/document`)).status).toBe(200);
    const filter = { dated_after: dated_at };
    expect((await call('POST', `${path}/search`, { query: 'rules', filter })).status).toBe(200);
  }
});

it('a text that is edited while the one before is being indexed replaces it', async () => {
  const { chunks } = server.services.domain.stores.collection;
  const { deleteDocument } = chunks;
  const begun = Promise.withResolvers<void>();
  const edited = Promise.withResolvers<void>();
  // The first job is held up just before it stores its chunks.
  chunks.deleteDocument = async (...given) => {
    chunks.deleteDocument = deleteDocument;
    await deleteDocument(...given);
    begun.resolve();
    await edited.promise;
  };
  const text = Array.from({ length: 400 }, (_, n) => `Platypus ${n} lays an egg.`).join('\n\n');
  const { id } = (await call('POST', `${path}/document`, { name: 'Zoo', text })).body;
  const document = `${path}/document/${id}`;
  await begun.promise;
  expect((await call('PATCH', document, { text: 'Kangaroos have pouches.' })).status).toBe(200);
  await ready(document);
  edited.resolve();
  const textsOf = async () =>
    (await call('GET', `${document}/chunk`)).body.results.map(
      (chunk: { text: string }) => chunk.text,
    );
  await setTimeout(500);
  expect(await textsOf()).toEqual(['Kangaroos have pouches.']);
  expect((await call('GET', document)).body.state).toBe('ready');
});
