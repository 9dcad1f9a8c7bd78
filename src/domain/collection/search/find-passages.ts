import { fuse } from '#core/collection/fuse.ts';
import { joinChunks } from '#core/collection/join.ts';
import { toStorableTime } from '#core/time.ts';
import type { ChunkFilter, ChunkRow, ChunkStore, Ranked, RankedByWords } from '../chunk-store.ts';

/** The number of results of each ranking that are fused. */
const CANDIDATES = 50;
/**
 * The weight of the lexical ranking beside the vector ranking, for chunks that contain all words of the query, such as an
 * identifier. The fewer of them a chunk contains, the less its lexical rank counts.
 */
const WORDS_WEIGHT = 1.5;
/** The number of passages that a model reranks. */
export const RERANKED = 20;

/** An index to search. */
export interface SearchedIndex {
  id: string;
  /** Null for lexical search only. */
  embedding_model: string | null;
}

export interface Question {
  query: string;
  top_k: number;
  /** The score threshold. */
  threshold: number;
  mode: 'hybrid' | 'words' | 'meaning';
  filter: ChunkFilter;
  /** The number of neighbouring chunks joined to each passage, before and after. */
  neighbours: number;
}

/** A result: the matching chunk and the chunks joined to it. */
export interface FoundPassage {
  /** The best matching chunk. */
  chunk: ChunkRow;
  /** The joined text of its chunks. */
  text: string;
  start: number;
  end: number;
  /** Its chunks, in document order. */
  chunks: readonly ChunkRow[];
  /** From 0 to 1 (the best possible). */
  score: number;
  /** From 1; null if this ranking didn't find it. */
  word_rank: number | null;
  meaning_rank: number | null;
  rerank_rank: number | null;
}

/** The dependencies of a search. */
export interface SearchPorts {
  chunks: ChunkStore;
  /** The vector of a text. */
  embed(model: string, text: string, signal: AbortSignal): Promise<Float32Array>;
  /**
   * Reranks texts by how well they answer the query. Absent if results aren't reranked.
   * @returns their indexes, the best first; undefined to keep the order
   */
  rerank?:
    | ((
        query: string,
        texts: readonly string[],
        signal: AbortSignal,
      ) => Promise<readonly number[] | undefined>)
    | undefined;
}

/** Hybrid search: finds the passages of some indexes that match a query, best first. */
export async function findPassages(
  ports: SearchPorts,
  indexes: readonly SearchedIndex[],
  given: Question,
  signal: AbortSignal,
): Promise<FoundPassage[]> {
  const question = { ...given, filter: storable(given.filter) };
  const { top_k, threshold, mode } = question;
  // While a question is embedded, its words are searched for.
  const [meaning, first] = await Promise.all([
    mode === 'words' ? [] : byMeaning(ports, indexes, question, signal),
    mode === 'meaning' ? [] : byWords(ports.chunks, indexes, question),
  ]);
  // Without vectors, there are only words to search for.
  const isLexical = mode === 'meaning' && meaning.length === 0;
  const words = isLexical ? await byWords(ports.chunks, indexes, question) : first;
  signal.throwIfAborted();
  const fused = fuseByModel(words, meaning).filter(({ score }) => score >= threshold);
  const most = ports.rerank ? Math.max(RERANKED, top_k) : top_k;
  const found = await joined(ports.chunks, fused, most, question.neighbours);
  const passages = found.map((passage) => ({
    ...passage,
    word_rank: rankIn(words, passage.chunk.id),
    meaning_rank: rankIn(meaning, passage.chunk.id),
    rerank_rank: null,
  }));
  if (!ports.rerank || passages.length < 2) return passages.slice(0, top_k);
  return (await reranked(ports.rerank, question.query, passages, signal)).slice(0, top_k);
}

/** A filter whose dates can be compared with those of documents. */
function storable({ dated_after, dated_before, ...filter }: ChunkFilter): ChunkFilter {
  return {
    ...filter,
    ...(dated_after !== undefined && { dated_after: toStorableTime(dated_after) }),
    ...(dated_before !== undefined && { dated_before: toStorableTime(dated_before) }),
  };
}

/** The results of one ranking, in one or more indexes whose scores are comparable. */
interface Found<One extends Ranked = Ranked> {
  /** The embedding model of the indexes; null if they have none. */
  model: string | null;
  ranked: readonly One[];
}

async function byWords(
  chunks: ChunkStore,
  indexes: readonly SearchedIndex[],
  { query, filter }: Question,
): Promise<Found<RankedByWords>[]> {
  const found: Found<RankedByWords>[] = [];
  for (const { id, embedding_model } of indexes) {
    const ranked = await chunks.searchWords({ index_id: id, filter, limit: CANDIDATES, query });
    found.push({ model: embedding_model, ranked });
  }
  // Among collections, whose first results all have rank 1, the one with the better score comes first.
  return found.sort((a, b) => (b.ranked[0]?.score ?? 0) - (a.ranked[0]?.score ?? 0));
}

async function byMeaning(
  { chunks, embed }: SearchPorts,
  indexes: readonly SearchedIndex[],
  { query, filter }: Question,
  signal: AbortSignal,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const [model, group] of Map.groupBy(indexes, ({ embedding_model }) => embedding_model)) {
    if (model === null) continue;
    const vector = await embed(model, query, signal);
    const ranked: Ranked[] = [];
    for (const { id } of group) {
      const search = { index_id: id, filter, limit: CANDIDATES, vector };
      ranked.push(...(await chunks.searchVectors(search)));
    }
    if (ranked.length === 0) continue;
    ranked.sort((a, b) => b.score - a.score);
    found.push({
      model,
      ranked: ranked.slice(0, CANDIDATES).map((one, at) => ({ ...one, rank: at + 1 })),
    });
  }
  return found;
}

/**
 * Fuses the rankings. Indexes with the same embedding model share a ranking; those without one have a lexical ranking
 * only.
 */
function fuseByModel(words: readonly Found<RankedByWords>[], meaning: readonly Found[]) {
  const meaningOf = new Map(meaning.map((one) => [one.model, one]));
  const wordsOf = Map.groupBy(words, ({ model }) => (meaningOf.has(model) ? model : null));
  const fused = [...new Set([...meaningOf.keys(), ...wordsOf.keys()])].flatMap((model) => {
    const vectors = meaningOf.get(model);
    // A lexical ranking on its own keeps its order.
    const lists = (wordsOf.get(model) ?? []).map(({ ranked }) =>
      ranked.map(({ chunk_id, share }) => ({ id: chunk_id, share: vectors ? share : 1 })),
    );
    const near = vectors?.ranked.map(({ chunk_id }) => ({ id: chunk_id, share: 1 }));
    return fuse([
      ...(lists.length > 0 ? [{ lists, weight: WORDS_WEIGHT }] : []),
      ...(near ? [{ lists: [near], weight: 1 }] : []),
    ]);
  });
  return fused.sort((a, b) => b.score - a.score);
}

function rankIn(found: readonly Found[], chunkId: string): number | null {
  for (const { ranked } of found) {
    const one = ranked.find(({ chunk_id }) => chunk_id === chunkId);
    if (one) return one.rank;
  }
  return null;
}

type Matched = Pick<FoundPassage, 'chunk' | 'chunks' | 'text' | 'start' | 'end' | 'score'>;

/** The best passages: each chunk with its neighbours. Chunks that are part of a better passage are left out. */
async function joined(
  chunks: ChunkStore,
  fused: readonly { id: string; score: number }[],
  most: number,
  neighbours: number,
): Promise<Matched[]> {
  // Reads a few more, because some may be part of others.
  const ids = fused.slice(0, most * (1 + neighbours)).map(({ id }) => id);
  const rows = neighbours === 0 ? await chunks.find(ids) : await chunks.around(ids, neighbours);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const passages: Matched[] = [];
  for (const { id, score } of fused) {
    const chunk = byId.get(id);
    if (!chunk) continue;
    if (passages.length === most) break;
    if (passages.some((passage) => contains(passage, chunk))) continue;
    passages.push({ ...withNeighbours(chunk, rows, neighbours), chunk, score });
  }
  return passages;
}

function contains({ chunk, start, end }: Matched, other: ChunkRow): boolean {
  return isSameText(chunk, other) && start <= other.start && other.end <= end;
}

function withNeighbours(
  chunk: ChunkRow,
  rows: readonly ChunkRow[],
  neighbours: number,
): Pick<Matched, 'chunks' | 'text' | 'start' | 'end'> {
  const around = rows.filter(
    (row) => isSameText(row, chunk) && Math.abs(row.position - chunk.position) <= neighbours,
  );
  const whole = joinChunks(around).find((one) => one.chunks.includes(chunk));
  const { text, start, end } = whole ?? chunk;
  return { chunks: whole?.chunks ?? [chunk], text, start, end };
}

function isSameText(a: ChunkRow, b: ChunkRow): boolean {
  return a.document_id === b.document_id && a.index_id === b.index_id;
}

async function reranked(
  rerank: NonNullable<SearchPorts['rerank']>,
  query: string,
  passages: readonly FoundPassage[],
  signal: AbortSignal,
): Promise<FoundPassage[]> {
  const first = passages.slice(0, RERANKED);
  const order = await rerank(
    query,
    first.map(({ text }) => text),
    signal,
  );
  if (!order) return [...passages];
  // Passages that the model omitted come last, in their previous order.
  const places = new Set([...order.filter((at) => at in first), ...first.keys()]);
  const named = [...places].map((at, rank) => ({
    ...(first[at] as FoundPassage),
    rerank_rank: rank + 1,
  }));
  return [...named, ...passages.slice(RERANKED)];
}
