import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import type { ChunkFilter, ChunkStore, NewChunk, Ranked } from '#domain/collection/chunk-store.ts';
import { memoryChunks } from '#mocks/memory/chunks.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';
import type { Database } from '#server/db/client.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { chunkStore } from '#server/features/collection/chunk.repository.ts';

const INDEX = 'index_one';
const COLLECTION = 'collection_one';
/** Documents that the filter `{ tags: ['odd'] }` matches. */
const matching = async (_index: string, { tags, document_ids }: ChunkFilter) =>
  tags
    ? Array.from({ length: 500 }, (_, at) => `document_${at}`).filter((_, at) => at % 2 === 1)
    : document_ids;

/** Deletes everything: no document and no index that these chunks belong to exists. */
const clear = (store: ChunkStore) => store.deleteOrphans(new AbortController().signal);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const targets: [string, () => ChunkStore][] = [
  ['the mocks', () => memoryChunks(createStore(seedWorld({ scenario: 'empty' })), matching)],
  ['the server', () => chunkStore(database.db, matching)],
];

describe.each(targets)('the chunks of %s', (name, open) => {
  let store: ChunkStore;
  /** Whether vectors can be searched: not on a PostgreSQL without pgvector. */
  const hasVectors = () => name === 'the mocks' || database.vector;
  beforeEach(async () => {
    store = open();
    await clear(store);
  });

  it('are found by their words, the best first', async () => {
    await insert(store, [
      'Book trains at least a week ahead.',
      'Expenses are refunded within a month.',
      'Trains, trains, trains: the timetable of all trains.',
    ]);
    const found = await words(store, 'booking a train');
    expect(found[0]).toMatchObject({ chunk_id: 'chunk_0', rank: 1 });
    expect(found.map(({ chunk_id }) => chunk_id)).not.toContain('chunk_1');
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? Number.POSITIVE_INFINITY);
    expect(await words(store, 'zebra')).toEqual([]);
    expect(await words(store, '')).toEqual([]);
    expect(await words(store, "'; drop table chunk; -- \\ : * & | ! ( )")).toEqual([]);
  });

  it('are found by exact identifiers and in scripts without spaces between words', async () => {
    await insert(store, [
      'The error ERR-4711 means that it is full.',
      '申請は出張の前に行います。',
      'Other',
    ]);
    expect(idsOf(await words(store, 'What is ERR-4711?'))).toEqual(['chunk_0']);
    expect(idsOf(await words(store, '出張'))).toEqual(['chunk_1']);
  });

  it('are found by their meaning, and only by vectors of the same dimensions', async () => {
    await insert(store, ['one', 'two', 'three'], {
      vectors: [
        [1, 0],
        [0.9, 0.1],
        [-1, 0],
      ],
    });
    const found = await vectors(store, [1, 0]);
    expect(idsOf(found)).toEqual(hasVectors() ? ['chunk_0', 'chunk_1', 'chunk_2'] : []);
    if (hasVectors()) expect(found[0]?.score).toBeCloseTo(1, 2);
    expect(await vectors(store, [1, 0, 0])).toEqual([]);
    expect(await vectors(store, [0, 0])).toEqual([]);
  });

  it('fill the result whatever the filter', async () => {
    const texts = Array.from({ length: 400 }, (_, at) => `common word number${at}`);
    // The best vectors are those of documents that the filter leaves out.
    const near = texts.map((_, at) => [1, at % 2 === 1 ? 1 + at / 400 : at / 4000]);
    await insert(store, texts, { vectors: near, documentOf: (at) => `document_${at}` });
    const filter = { tags: ['odd'] };
    const isOdd = ({ chunk_id }: Ranked) => Number(chunk_id.slice(6)) % 2 === 1;
    const byWords = await words(store, 'common', { filter, limit: 150 });
    expect([byWords.length, byWords.every(isOdd)]).toEqual([150, true]);
    const one = { document_ids: ['document_399'] };
    expect(idsOf(await words(store, 'common', { filter: one }))).toEqual(['chunk_399']);
    expect(await words(store, 'common', { filter: { document_ids: [] } })).toEqual([]);
    if (!hasVectors()) return;
    const byMeaning = await vectors(store, [1, 0], { filter, limit: 150 });
    expect([byMeaning.length, byMeaning.every(isOdd)]).toEqual([150, true]);
    expect(byMeaning[0]?.chunk_id).toBe('chunk_1');
    expect(idsOf(await vectors(store, [1, 0], { filter: one }))).toEqual(['chunk_399']);
  });

  it('fill the result also where a filter leaves many', async () => {
    const texts = Array.from({ length: 2100 }, (_, at) => (at % 2 ? 'common' : 'common common'));
    await insert(store, texts, { documentOf: (at) => `document_${at % 500}` });
    const found = await words(store, 'common', { filter: { tags: ['odd'] }, limit: 100 });
    expect(found).toHaveLength(100);
    expect(found.every(({ chunk_id }) => Number(chunk_id.slice(6)) % 2 === 1)).toBe(true);
  });

  it('keep their place, and the first one in a place', async () => {
    const places = { page: 3, sheet: 'Costs', slide: 2, heading_path: ['Travel', 'Trains'] };
    const chunk = { ...row(0, 'Text with \0 and "quotes"'), ...places };
    await store.insert([chunk, row(1, 'Next')], { language: 'en', vectors: null });
    await store.insert([{ ...row(1, 'Again'), id: 'chunk_again' }], {
      language: 'en',
      vectors: null,
    });
    const [first, second] = await store.list(
      { index_id: INDEX, document_id: 'document_0' },
      { from: 0, limit: 5 },
    );
    expect(first).toMatchObject({ id: 'chunk_0', position: 0, ...places });
    expect(Object.keys(second ?? {})).not.toContain('page');
    expect(second?.text).toBe('Next');
    expect(await words(store, 'again')).toEqual([]);
    expect((await store.find(['chunk_1', 'chunk_none'])).map(({ id }) => id)).toEqual(['chunk_1']);
    const rest = { from: 1, limit: 5 };
    const place = { index_id: INDEX, document_id: 'document_0' };
    expect((await store.list(place, rest)).map(({ id }) => id)).toEqual(['chunk_1']);
    await store.insert([row(2, 'Last'), row(3, 'End')], { language: 'en', vectors: null });
    const around = async (ids: string[], reach: number) =>
      (await store.around(ids, reach)).map(({ id }) => id).sort();
    expect(await around(['chunk_1'], 1)).toEqual(['chunk_0', 'chunk_1', 'chunk_2']);
    expect(await around(['chunk_0', 'chunk_3'], 0)).toEqual(['chunk_0', 'chunk_3']);
    expect(await around([], 1)).toEqual([]);
  });

  it('are deleted with their document, index or collection, and can no longer be found', async () => {
    const all = ['document_0', 'document_1'];
    for (const [at, index_id] of ['index_one', 'index_two'].entries()) {
      const rows = all.map((document_id, n) => ({
        ...row(n, 'Some words'),
        id: `chunk_${at}${n}`,
        index_id,
        document_id,
      }));
      const near = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
      await store.insert(rows, { language: 'en', vectors: near });
    }
    const found = async (index_id: string) => {
      const search = { index_id, filter: {}, limit: 10 };
      const byWords = await store.searchWords({ ...search, query: 'words' });
      const byMeaning = await store.searchVectors({ ...search, vector: Float32Array.of(1, 1) });
      if (hasVectors()) expect(idsOf(byMeaning).sort()).toEqual(idsOf(byWords).sort());
      return idsOf(byWords).sort();
    };
    await store.deleteDocument('document_0', 'index_one');
    expect([await found('index_one'), await found('index_two')]).toEqual([
      ['chunk_01'],
      ['chunk_10', 'chunk_11'],
    ]);
    await store.deleteDocument('document_1');
    expect([await found('index_one'), await found('index_two')]).toEqual([[], ['chunk_10']]);
    await clear(store);
    expect(await found('index_two')).toEqual([]);
    expect(await store.find(['chunk_10'])).toEqual([]);
  });

  it('are found in every language of their index', async () => {
    await insert(store, ['The houses were inspected.'], { language: 'en' });
    const german = { ...row(1, 'Die Häuser wurden geprüft.'), document_id: 'document_de' };
    await store.insert([german], { language: 'de', vectors: null });
    if (name === 'the mocks') return;
    expect(idsOf(await words(store, 'inspecting a house'))).toEqual(['chunk_0']);
    expect(idsOf(await words(store, 'Wer prüft die Häusern?'))).toEqual(['chunk_1']);
  });

  it('have vectors that are remembered by model and text', async () => {
    const model = newId('model');
    const known = new Map([['a text', Float32Array.of(0.25, -1.5)]]);
    await store.cacheVectors(model, known);
    await store.cacheVectors(model, known);
    expect(await store.cachedVectors(model, ['a text', 'other'])).toEqual(known);
    expect(await store.cachedVectors('other', ['a text'])).toEqual(new Map());
    expect(await store.cachedVectors(model, [])).toEqual(new Map());
    await store.cacheVectors(model, new Map());
  });
});

it('reject vectors of other dimensions than those of their index', async () => {
  const store = chunkStore(database.db, matching);
  await clear(store);
  await insert(store, ['one'], { vectors: [[1, 0]] });
  const other = { ...row(1, 'two'), document_id: 'document_1' };
  const inserting = store.insert([other], { language: 'en', vectors: [Float32Array.of(1, 0, 0)] });
  if (database.vector) await expect(inserting).rejects.toThrow('has 2 dimensions, not 3');
});

it('are stored by several processes at the same time, without doubles', async () => {
  const store = chunkStore(database.db, matching);
  await clear(store);
  const texts = Array.from({ length: 20 }, (_, at) => `word${at}`);
  const near = texts.map((_, at) => [1, at]);
  await Promise.all(
    Array.from({ length: 4 }, () => insert(store, texts, { vectors: near, fresh: true })),
  );
  const { rows } = await database.db.execute(sql`select count(*)::int as count from chunk`);
  expect(rows).toEqual([{ count: 20 }]);
  expect(await words(store, texts.join(' '), { limit: 50 })).toHaveLength(20);
});

it.each([64, 1536, 4096])('have vectors of %i dimensions', async (dimensions) => {
  if (!database.vector) return;
  const store = chunkStore(database.db, matching);
  await clear(store);
  const near = [0, 1, 2].map((at) =>
    Array.from({ length: dimensions }, (_, d) => Math.sin(at + d)),
  );
  await insert(store, ['one', 'two', 'three'], { vectors: near });
  expect((await vectors(store, near[1] as number[]))[0]?.chunk_id).toBe('chunk_1');
});

interface Inserted {
  language?: string;
  vectors?: number[][];
  documentOf?: (at: number) => string;
  /** With ids of their own. */
  fresh?: boolean;
}

async function insert(store: ChunkStore, texts: string[], how: Inserted = {}): Promise<void> {
  const { language = 'en', vectors: near, documentOf, fresh } = how;
  const rows = texts.map((text, at) => ({
    ...row(at, text),
    ...(fresh && { id: newId('chunk') }),
    ...(documentOf && { document_id: documentOf(at) }),
  }));
  await store.insert(rows, { language, vectors: near?.map((v) => Float32Array.from(v)) ?? null });
}

function row(at: number, text: string): NewChunk {
  return {
    id: `chunk_${at}`,
    index_id: INDEX,
    collection_id: COLLECTION,
    document_id: 'document_0',
    position: at,
    start: at * 10,
    end: at * 10 + text.length,
    text,
    tokens: 5,
    heading_path: [],
    indexed: text,
  };
}

interface Asked {
  filter?: ChunkFilter;
  limit?: number;
}

function words(store: ChunkStore, query: string, { filter = {}, limit = 10 }: Asked = {}) {
  return store.searchWords({ index_id: INDEX, filter, limit, query });
}

function vectors(store: ChunkStore, vector: number[], { filter = {}, limit = 10 }: Asked = {}) {
  const search = { index_id: INDEX, filter, limit };
  return store.searchVectors({ ...search, vector: Float32Array.from(vector) });
}

function idsOf(found: readonly Ranked[]): string[] {
  return found.map(({ chunk_id }) => chunk_id);
}
