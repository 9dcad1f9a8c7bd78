import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Arena, type Figures, openArena, type Tenant, type Victim } from './arena.ts';

/** Archives, documents, uploads and searches of one tenant beside another's ordinary work. */
let arena: Arena;
let ada: Tenant;
let mallory: Tenant;
let victim: Victim;
let calm: Figures;

beforeAll(async () => {
  arena = await openArena({ DOCUMENT_MAX_MB: '20' });
  arena.models.setReply({ kind: 'text', text: 'ok' });
  [ada, mallory] = [await arena.join('Ada'), await arena.join('Mallory')];
  victim = arena.openVictim(ada, await ada.makeTask('quick'));
  await victim.during();
  calm = await victim.during();
});
afterAll(async () => {
  await victim.close();
  await arena.close();
});

async function expectOrdinaryWork(beside: string, attack: () => Promise<unknown>): Promise<void> {
  const found = await victim.during(attack);
  const show = ({ median, longest }: Figures) =>
    `${median.toFixed(0)} ms (at most ${longest.toFixed(0)} ms)`;
  console.log(`Beside ${beside}, a run takes ${show(found)}; otherwise ${show(calm)}`);
  expect(found.median).toBeLessThan(Math.max(10 * calm.median, 500));
  expect(found.longest).toBeLessThan(Math.max(30 * calm.median, 3000));
}

const times = <T>(count: number, of: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => of(n)));

async function createCollection({ call, path }: Tenant, name: string): Promise<string> {
  const made = await call('POST', `${path}/collection`, { name });
  expect(made.status).toBe(201);
  return `${path}/collection/${made.body.id}`;
}

const stateOf = async ({ call }: Tenant, document: string) =>
  (await call('GET', document)).body.state;

async function upload(tenant: Tenant, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { call, path, headers } = tenant;
  const body = { purpose: 'archive', files: [{ name: 'a.zip', size: bytes.length }] };
  const { id } = (await call('POST', `${path}/upload`, body)).body.results[0].upload;
  const form = new FormData();
  form.set('file', new Blob([bytes]));
  const url = `${arena.origin}/api/v1${path}/upload/${id}?offset=0`;
  const sent = await fetch(url, { method: 'PUT', headers, body: form });
  expect(sent.status).toBe(200);
  return id;
}

it('imports of archives that unzip to 80 MB, with 15,000 documents', async () => {
  const encoder = new TextEncoder();
  const dated_at = '2026-11-20T09:00:00.000Z';
  const documents = Array.from({ length: 15_000 }, (_, n) => {
    const name = ['fits', 'too large'][n] ?? 'small';
    return { path: name, name, type: 'file', url: null, media_type: null, tags: [], dated_at };
  });
  const manifest = {
    format: 'taskloom-collection',
    version: 1,
    name: 'Large',
    description: '',
    tags: [],
    settings: { chunk_size: 300, chunk_overlap: 40, language: 'en', embedding_model: null },
    documents,
    questions: [],
  };
  const lines = Array.from({ length: 100 }, (_, n) => `${n} ${Math.sin(n)}\n`).join('');
  const archive = zipSync({
    'collection.json': encoder.encode(JSON.stringify(manifest)),
    small: encoder.encode('Small.'),
    fits: encoder.encode(lines.repeat(8500)),
    'too large': encoder.encode(lines.repeat(27_000)),
  }) as Uint8Array<ArrayBuffer>;
  const uploads: string[] = [];
  for (let n = 0; n < 4; n += 1) uploads.push(await upload(mallory, archive));
  await expectOrdinaryWork('4 imports', async () => {
    const found = await Promise.all(
      uploads.map((upload_id) =>
        mallory.call('POST', `${mallory.path}/collection/import`, { upload_id }),
      ),
    );
    // All are read as far as the document that is too large, a few at a time; the others have to wait.
    for (const { status, body } of found)
      expect([status, body.code]).toBeOneOf([
        [400, 'invalid_request'],
        [429, 'rate_limited'],
      ]);
    expect(found.some(({ status }) => status === 400)).toBe(true);
  });
  const { body } = await mallory.call('GET', `${mallory.path}/collection`);
  expect(body.results).toEqual([]);
}, 60_000);

it("80 documents at once delay neither runs nor another tenant's document", async () => {
  const [large, small] = [
    await createCollection(mallory, 'Many'),
    await createCollection(ada, 'One'),
  ];
  const text = 'Some words to be found. '.repeat(800);
  await expectOrdinaryWork('80 documents', async () => {
    const added = await times(80, (n) =>
      mallory.call('POST', `${large}/document`, { name: `Note ${n}`, text }),
    );
    expect(added.every(({ status }) => status === 201)).toBe(true);
    const began = performance.now();
    const { id } = (await ada.call('POST', `${small}/document`, { name: 'Mine', text })).body;
    await expect
      .poll(() => stateOf(ada, `${small}/document/${id}`), { timeout: 30_000, interval: 100 })
      .toBe('ready');
    console.log(`Ada's document is ready after ${(performance.now() - began).toFixed(0)} ms`);
    const list = await mallory.call('GET', `${large}/document?state=waiting&page_limit=1`);
    expect(list.body.results, 'the others are still waiting').toHaveLength(1);
  });
}, 60_000);

it('the longest questions at once', async () => {
  const path = await createCollection(mallory, 'Long');
  const text = 'q1x q2x q3x '.repeat(20_000);
  await mallory.call('POST', `${path}/document`, { name: 'Long', text });
  const query = Array.from({ length: 790 }, (_, n) => `q${n}`).join(' ');
  const body = { query, top_k: 50, neighbours: 3, mode: 'words' };
  await expectOrdinaryWork('50 searches', async () => {
    const found = await times(50, () => mallory.call('POST', `${path}/search`, body));
    expect(found.every(({ status }) => status === 200)).toBe(true);
    const refused = await mallory.call('POST', `${path}/search`, { query: 'x '.repeat(10_000) });
    expect(refused.status).toBe(400);
  });
}, 60_000);
