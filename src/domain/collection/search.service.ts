import { fuse } from '#core/collection/fuse.ts';
import { VALIDATION } from '#core/messages.ts';
import { wordsOf } from '#core/words.ts';
import type {
  ChunkList,
  SearchRequest,
  SearchResponse,
  TextRange,
} from '#generated/model/index.ts';
import { decodeCursor, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import { toChunk } from './chunk-preview.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionIndexRow } from './collection.store.ts';
import { toSearch } from './collection-views.ts';
import type { DocumentPlace } from './document.service.ts';

/** How many results of each ranking are fused. */
const CANDIDATES = 50;

/** Searches in collections. */
export function createSearchService({ stores, collection: port }: CollectionDomain) {
  const { chunks, documents, indexes } = stores.collection;

  /** @throws ProblemError 404, 409 for an index that is being built */
  async function indexOf(collectionId: string, indexId?: string): Promise<CollectionIndexRow> {
    const which = indexId === undefined ? { status: 'active' as const } : { id: indexId };
    const index = await mustFind(indexes.find({ collection_id: collectionId, ...which }));
    if (index.status === 'building')
      throw new ProblemError('index_not_ready', VALIDATION.indexBuilding);
    return index;
  }

  return {
    indexOf,

    async search(
      collectionId: string,
      request: SearchRequest,
      signal: AbortSignal,
    ): Promise<SearchResponse> {
      const start = performance.now();
      const { query, top_k = 5, threshold = 0, mode = 'hybrid', filter = {} } = request;
      const index = await indexOf(collectionId, request.index_id);
      const search = toSearch(index, port);
      const place = { index_id: index.id, filter, limit: CANDIDATES };
      const byMeaning = search.meaning && mode !== 'words' && index.embedding_model !== null;
      const vectors = byMeaning
        ? (await port.embedding.embed(index.embedding_model ?? '', [query], signal)).vectors
        : [];
      const [words, meaning] = await Promise.all([
        mode === 'meaning' && byMeaning ? [] : chunks.searchWords({ ...place, query }),
        vectors[0] ? chunks.searchVectors({ ...place, vector: vectors[0] }) : [],
      ]);
      const rankings = [words, meaning].filter((ranking) => ranking.length > 0);
      const fused = fuse([
        rankings.map((ranking) => ({ ids: ranking.map(({ chunk_id }) => chunk_id) })),
      ])
        .filter(({ score }) => score >= threshold)
        .slice(0, top_k);
      const rankIn = (ranking: typeof words, id: string) =>
        ranking.find(({ chunk_id }) => chunk_id === id)?.rank ?? null;
      const rows = await chunks.find(fused.map(({ id }) => id));
      const owners = await documents.list({
        where: { id: { in: [...new Set(rows.map(({ document_id }) => document_id))] } },
      });
      const results = fused.flatMap(({ id, score }) => {
        const chunk = rows.find((row) => row.id === id);
        const owner = owners.find((row) => row.id === chunk?.document_id);
        if (!chunk || !owner) return [];
        const { id: chunk_id, position: _, tokens: __, ...view } = toChunk(chunk);
        return [
          {
            chunk_id,
            document_id: owner.id,
            document_name: owner.name,
            url: owner.url,
            ...view,
            score,
            word_rank: rankIn(words, id),
            meaning_rank: rankIn(meaning, id),
            rerank_rank: null,
            highlights: highlightsOf(chunk.text, query),
          },
        ];
      });
      return { results, search, milliseconds: Math.round(performance.now() - start), cost: 0 };
    },

    /** A page of a document's chunks. */
    async chunks(
      { collectionId, documentId }: DocumentPlace,
      query: PageQuery & { around?: string },
    ): Promise<ChunkList> {
      await mustFind(documents.find({ id: documentId, collection_id: collectionId }));
      const index = await indexOf(collectionId);
      const limit = pageLimit(query);
      const [target] = query.around === undefined ? [] : await chunks.find([query.around]);
      const first = target ? Math.floor(target.position / limit) * limit : 0;
      const from = decodeCursor(query.cursor, isPosition)?.from ?? first;
      const place = { index_id: index.id, document_id: documentId };
      const found = await chunks.list(place, { from, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ position }) => ({ from: position + 1 }));
      return { results: rows.map(toChunk), pagination };
    },
  };
}

function isPosition(keys: Readonly<Record<string, unknown>>): keys is { from: number } {
  return Number.isSafeInteger(keys.from);
}

/** Where the words of a question occur in a text. */
function highlightsOf(text: string, query: string): TextRange[] {
  const lower = text.toLowerCase();
  const found: TextRange[] = [];
  for (const word of new Set(wordsOf(query.toLowerCase()).filter(({ length }) => length > 2))) {
    for (
      let at = lower.indexOf(word);
      at >= 0 && found.length < 100;
      at = lower.indexOf(word, at + 1)
    )
      found.push({ start: at, end: at + word.length });
  }
  return found.sort((a, b) => a.start - b.start);
}
