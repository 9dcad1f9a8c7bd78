import { beforeEach, describe, expect, it } from 'vitest';
import type { ChunkFilter, ChunkStore } from '#domain/collection/chunk-store.ts';
import {
  findPassages,
  type Question,
  type SearchPorts,
} from '#domain/collection/search/find-passages.ts';
import { memoryChunks } from '#mocks/memory/chunks.ts';
import { seedWorld } from '#mocks/seed/world.ts';
import { createStore } from '#mocks/store.ts';

const SIGNAL = new AbortController().signal;
const RULES = { id: 'rules', embedding_model: 'topics' };
const NOTES = { id: 'notes', embedding_model: null };
/** What an embedding model would know: train and rail are the same topic. */
const TOPICS = [/train|rail/i, /refund|money/i, /holiday/i];

let chunks: ChunkStore;
let embedded: string[];
beforeEach(async () => {
  embedded = [];
  const matching = async (_index: string, { document_ids }: ChunkFilter) => document_ids;
  chunks = memoryChunks(createStore(seedWorld({ scenario: 'empty' })), matching);
  await insert('rules', 'travel', [
    'Trips are booked in advance.',
    'Trains are booked a week ahead.',
    'Tickets are refunded.',
    'The railway has a timetable.',
  ]);
  await insert('rules', 'leave', ['A holiday is asked for.', 'Holidays are thirty days.']);
  await insert('notes', 'old', ['Trains were late.', 'Trains were early, trains were full.']);
});

async function insert(index: string, document: string, texts: string[]): Promise<void> {
  let start = 0;
  const rows = texts.map((text, position) => {
    const end = start + text.length;
    const row = { text, position, start, end, indexed: text, tokens: 1, heading_path: [] };
    start = end + 1;
    const ids = { index_id: index, collection_id: index, document_id: document };
    return { id: `${document}_${position}`, ...ids, ...row };
  });
  const vectors = index === 'rules' ? texts.map(vectorOf) : null;
  await chunks.insert(rows, { language: 'en', vectors });
}

function vectorOf(text: string): Float32Array {
  return Float32Array.from([0.1, ...TOPICS.map((topic) => (topic.test(text) ? 1 : 0))]);
}

function ask(
  query: string,
  asked: Partial<Question> & { indexes?: (typeof RULES | typeof NOTES)[] } = {},
  ports: Partial<SearchPorts> = {},
) {
  const { indexes = [RULES], ...rest } = asked;
  const embed: SearchPorts['embed'] = async (model, text) => {
    embedded.push(`${model}: ${text}`);
    return vectorOf(text);
  };
  const question = { top_k: 5, threshold: 0, mode: 'hybrid', filter: {}, neighbours: 0 } as const;
  return findPassages(
    { chunks, embed, ...ports },
    indexes,
    { ...question, query, ...rest },
    SIGNAL,
  );
}

const ids = async (found: ReturnType<typeof ask>) => (await found).map(({ chunk }) => chunk.id);

describe('a search', () => {
  it('finds passages by words and by meaning, those found both ways first', async () => {
    const [first, second] = await ask('trains', { top_k: 2 });
    expect(first).toMatchObject({ word_rank: 1, meaning_rank: 1, score: 1, rerank_rank: null });
    expect(first?.chunk.id).toBe('travel_1');
    expect(second).toMatchObject({ word_rank: null, meaning_rank: 2 });
    expect(second?.chunk.id).toBe('travel_3');
    expect(embedded).toEqual(['topics: trains']);
  });

  it('searches one way only if that is wanted, and by words where there are no vectors', async () => {
    expect(await ids(ask('trains', { mode: 'words' }))).toEqual(['travel_1']);
    expect((await ids(ask('trains', { mode: 'meaning' }))).slice(0, 2)).toEqual([
      'travel_1',
      'travel_3',
    ]);
    expect(embedded).toHaveLength(1);
    const words = { indexes: [NOTES], mode: 'meaning' as const };
    expect((await ids(ask('trains', words))).sort()).toEqual(['old_0', 'old_1']);
  });

  it('leaves out what scores below the threshold, and finds nothing if nothing matches', async () => {
    expect(await ids(ask('trains', { threshold: 0.9 }))).toEqual(['travel_1']);
    expect(await ask('zebra', { mode: 'words' })).toEqual([]);
    expect(await ask('trains', { indexes: [] })).toEqual([]);
  });

  it('applies filters', async () => {
    const filter = { document_ids: ['leave'] };
    const found = await ask('trains', { filter });
    expect(new Set(found.map(({ chunk }) => chunk.document_id))).toEqual(new Set(['leave']));
  });

  it('finds passages in several collections, whether or not they have vectors', async () => {
    const indexes = [RULES, NOTES];
    const found = await ids(ask('trains', { indexes, top_k: 3 }));
    expect(found).toContain('travel_1');
    expect(found.filter((id) => id.startsWith('old'))).not.toEqual([]);
  });

  it('joins neighbours, and does not repeat what a passage already contains', async () => {
    const [first, ...others] = await ask('trains', { neighbours: 1 });
    expect(first?.text).toBe(
      'Trips are booked in advance.\nTrains are booked a week ahead.\nTickets are refunded.',
    );
    expect(first).toMatchObject({ start: 0, end: first?.text.length });
    const rest = others.map(({ chunk }) => chunk.id);
    expect(rest).toContain('travel_3');
    expect(rest).not.toContain('travel_2');
  });

  it('lets a model put the best passages into order, and keeps those that it leaves out', async () => {
    const asked: string[] = [];
    const rerank = async (query: string, texts: readonly string[]) => {
      asked.push(query, ...texts);
      return [texts.findIndex((text) => text.includes('railway')), 99];
    };
    const found = await ask('trains', { top_k: 3 }, { rerank });
    expect(found.map(({ rerank_rank }) => rerank_rank)).toEqual([1, 2, 3]);
    expect(found.slice(0, 2).map(({ chunk }) => chunk.id)).toEqual(['travel_3', 'travel_1']);
    expect(asked[0]).toBe('trains');
    expect(asked.length).toBeGreaterThan(4);
  });

  it('ends when it is aborted', async () => {
    const question = { top_k: 5, threshold: 0, mode: 'hybrid', filter: {}, neighbours: 0 } as const;
    const ports = { chunks, embed: async () => vectorOf('') };
    const searching = findPassages(
      ports,
      [RULES],
      { ...question, query: 'trains' },
      AbortSignal.abort(),
    );
    await expect(searching).rejects.toThrow('aborted');
  });
});
