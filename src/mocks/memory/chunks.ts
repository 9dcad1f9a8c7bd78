import { bm25Scores } from '#core/collection/bm25.ts';
import { shareOf } from '#core/collection/query-words.ts';
import { searchableQuery, searchableText } from '#core/collection/words.ts';
import type {
  ChunkRow,
  ChunkSearch,
  ChunkStore,
  MatchingDocuments,
  NewChunk,
  Ranked,
} from '#domain/collection/chunk-store.ts';

/** A chunk with its words and vector. */
interface MemoryChunk extends NewChunk {
  vector: number[] | null;
}

/** The chunks of all indexes, as plain JSON. */
export interface ChunkData {
  chunks: Record<string, MemoryChunk>;
  /** Cached vectors, by model, then by text. */
  vectors: Record<string, Record<string, number[]>>;
}

/** Where they are kept. */
interface Place {
  data: { chunks: ChunkData; tables: { indexing: Readonly<Record<string, unknown>> } };
  isDirty: boolean;
}

export function emptyChunks(): ChunkData {
  return { chunks: {}, vectors: {} };
}

/** The mocks' chunk store: BM25 and exact vector search by brute force. */
export function memoryChunks(store: Place, matching: MatchingDocuments): ChunkStore {
  const all = () => Object.values(store.data.chunks.chunks);

  function remove(isGone: (chunk: ChunkRow) => boolean): void {
    for (const chunk of all().filter(isGone)) delete store.data.chunks.chunks[chunk.id];
    store.isDirty = true;
  }

  async function searched({ index_id, filter }: ChunkSearch): Promise<MemoryChunk[]> {
    const documents = await matching(index_id, filter);
    return all().filter(
      (chunk) =>
        chunk.index_id === index_id && (!documents || documents.includes(chunk.document_id)),
    );
  }

  return {
    async insert(chunks, { vectors }) {
      const places = new Set(all().map(placeOf));
      chunks.forEach((chunk, at) => {
        if (places.has(placeOf(chunk))) return;
        const vector = vectors?.[at] ? Array.from(vectors[at]) : null;
        store.data.chunks.chunks[chunk.id] = structuredClone({
          ...chunk,
          indexed: searchableText(chunk.indexed),
          vector,
        });
      });
      store.isDirty = true;
    },
    async deleteDocument(documentId, indexId) {
      remove(
        ({ document_id, index_id }) =>
          document_id === documentId && (indexId === undefined || index_id === indexId),
      );
    },
    async deleteOrphans() {
      const { indexing } = store.data.tables;
      remove(({ index_id, document_id }) => !(`${index_id} ${document_id}` in indexing));
    },
    find: async (ids) =>
      all()
        .filter(({ id }) => ids.includes(id))
        .map(toRow),
    async list({ index_id, document_id }, { from, limit }) {
      return all()
        .filter((chunk) => chunk.index_id === index_id && chunk.document_id === document_id)
        .filter(({ position }) => position >= from)
        .sort((a, b) => a.position - b.position)
        .slice(0, limit)
        .map(toRow);
    },
    async around(ids, reach) {
      const found = all().filter(({ id }) => ids.includes(id));
      return all()
        .filter((chunk) => found.some((near) => isWithin(chunk, near, reach)))
        .map(toRow);
    },
    async searchWords(search) {
      const index = all().filter(({ index_id }) => index_id === search.index_id);
      const texts = index.map(({ indexed }) => wordsOf(indexed));
      const asked = [...new Set(wordsOf(searchableQuery(search.query)))];
      const scores = bm25Scores(texts, asked);
      const forms = asked.map((word) => [word]);
      const scoreOf = new Map(index.map(({ id }, at) => [id, scores[at] ?? 0]));
      const found = (await searched(search)).filter(({ id }) => scoreOf.get(id));
      const wordsById = new Map(index.map(({ id }, at) => [id, texts[at] ?? []]));
      return best(found, ({ id }) => scoreOf.get(id) ?? 0, search.limit).map((one) => ({
        ...one,
        share: shareOf(forms, wordsById.get(one.chunk_id) ?? []),
      }));
    },
    async searchVectors(search) {
      const { length } = search.vector;
      // A zero vector has no direction.
      if (!search.vector.some(Boolean)) return [];
      const found = (await searched(search)).filter(({ vector }) => vector?.length === length);
      return best(found, ({ vector }) => cosine(vector ?? [], search.vector), search.limit);
    },
    async cachedVectors(model, texts) {
      const known = store.data.chunks.vectors[model] ?? {};
      return new Map(
        texts.flatMap((text) => {
          const vector = known[text];
          return vector ? [[text, Float32Array.from(vector)] as const] : [];
        }),
      );
    },
    async cacheVectors(model, vectors) {
      store.data.chunks.vectors[model] ??= {};
      const known = store.data.chunks.vectors[model];
      for (const [text, vector] of vectors) known[text] = Array.from(vector);
      store.isDirty = true;
    },
    // They last as long as the page's data.
    forgetVectors: async () => undefined,
  };
}

function placeOf({ index_id, document_id, position }: ChunkRow): string {
  return `${index_id} ${document_id} ${position}`;
}

function isWithin(chunk: ChunkRow, near: ChunkRow, reach: number): boolean {
  return (
    chunk.index_id === near.index_id &&
    chunk.document_id === near.document_id &&
    Math.abs(chunk.position - near.position) <= reach
  );
}

function toRow({ indexed: _, vector: _vector, ...row }: MemoryChunk): ChunkRow {
  return structuredClone(row);
}

function best(
  chunks: readonly MemoryChunk[],
  scoreOf: (chunk: MemoryChunk) => number,
  limit: number,
): Ranked[] {
  return chunks
    .map((chunk) => ({ chunk_id: chunk.id, score: scoreOf(chunk) }))
    .sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1))
    .slice(0, limit)
    .map((one, at) => ({ ...one, rank: at + 1 }));
}

/** The words of a text without common endings: a crude stemmer, so that queries match other word forms. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word));
}

const STOP_WORDS = new Set(
  'a an and are as at be by do for from how i in is it of on or that the this to was what when where which who why with'.split(
    ' ',
  ),
);

function cosine(a: readonly number[], b: Float32Array): number {
  const dot = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1);
}
