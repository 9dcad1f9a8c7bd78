import { highlightsOf } from '#core/collection/highlights.ts';
import type {
  ChunkList,
  SearchRequest,
  SearchResponse,
  SearchResult,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { decodeCursor, type PageQuery, pageLimit, toPage } from '../paging.ts';
import { type Principal, principalId } from '../principal.ts';
import { mustFind, ProblemError } from '../problem.ts';
import { toChunk } from './chunk-preview.ts';
import { EmbeddingFailure } from './collection.port.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionIndexRow, DocumentRow } from './collection.tables.ts';
import { toSearch } from './collection-views.ts';
import { embedAtCost } from './ingest/embed.ts';
import { type DocumentPassage, findInDocuments } from './search/find-in-documents.ts';
import { createReranker } from './search/rerank.ts';

/** The caller of a search, and its deadline. */
export interface SearchContext {
  principal: Principal;
  signal: AbortSignal;
}

/** Searches of collections. */
export function createSearchService(domain: CollectionDomain) {
  const { stores, collection: port } = domain;
  const { chunks, collections, indexes } = stores.collection;

  /** @throws ProblemError 404, 409 for an index that is being built */
  async function indexOf(collectionId: string, indexId?: string): Promise<CollectionIndexRow> {
    const which = indexId === undefined ? { status: 'active' as const } : { id: indexId };
    const index = await mustFind(indexes.find({ collection_id: collectionId, ...which }));
    if (index.status === 'building')
      throw new ProblemError('index_not_ready', DETAIL.indexBuilding);
    return index;
  }

  return {
    indexOf,

    /** @throws ProblemError 404, 402 `insufficient_balance`, `spend_limit_reached`, 400 `model_unpriced`, 502 `model_failed` */
    async search(
      collectionId: string,
      request: SearchRequest,
      { principal, signal }: SearchContext,
    ): Promise<SearchResponse> {
      const start = performance.now();
      const { query, top_k = 5, threshold = 0, mode = 'hybrid', filter = {} } = request;
      const index = await indexOf(collectionId, request.index_id);
      const { org_id, project_id } = await mustFind(collections.find({ id: collectionId }));
      const by = { type: principal.type, id: principalId(principal) };
      const payer = { orgId: org_id, projectId: project_id, by };
      let cost = 0;
      async function embed(model: string, text: string) {
        const found = await embedAtCost(
          domain,
          { ...payer, kind: 'search', model },
          [text],
          signal,
        ).catch(toProblem);
        cost += found.cost;
        return mustFind(found.vectors[0]);
      }
      const question = {
        ...{ query, top_k, threshold, mode, filter },
        neighbours: request.neighbours ?? 0,
      };
      const { rerank_model } = request;
      const reranker =
        rerank_model === undefined ? null : await createReranker(domain, payer, rerank_model);
      const ports = { embed, rerank: reranker?.rerank, signal };
      const found = await findInDocuments(domain, [index], question, ports);
      return {
        results: found.map((one) => toResult(one, query)),
        search: toSearch(index, port),
        rerank: reranker?.outcome() ?? null,
        milliseconds: Math.round(performance.now() - start),
        cost: cost + (reranker?.cost() ?? 0),
      };
    },

    /** A page of a document's chunks. */
    async chunks(
      { id: document_id, collection_id }: DocumentRow,
      query: PageQuery & { around?: string },
    ): Promise<ChunkList> {
      const index = await indexOf(collection_id);
      const limit = pageLimit(query);
      const [target] = query.around === undefined ? [] : await chunks.find([query.around]);
      const first =
        target && target.document_id === document_id
          ? Math.floor(target.position / limit) * limit
          : 0;
      const from = decodeCursor(query.cursor, isPosition)?.from ?? first;
      const place = { index_id: index.id, document_id };
      const found = await chunks.list(place, { from, limit: limit + 1 });
      const { rows, pagination } = toPage(found, limit, ({ position }) => ({ from: position + 1 }));
      return { results: rows.map(toChunk), pagination };
    },
  };
}

function toProblem(error: unknown): never {
  if (!(error instanceof EmbeddingFailure)) throw error;
  throw new ProblemError('model_failed', error.message, { cause: error });
}

function toResult({ passage, document }: DocumentPassage, query: string): SearchResult {
  const { chunk, text, start, end, score, word_rank, meaning_rank, rerank_rank } = passage;
  return {
    chunk_id: chunk.id,
    document_id: document.id,
    document_name: document.name,
    url: document.url,
    text,
    start,
    end,
    page: chunk.page ?? null,
    sheet: chunk.sheet ?? null,
    slide: chunk.slide ?? null,
    heading_path: chunk.heading_path,
    score,
    word_rank,
    meaning_rank,
    rerank_rank,
    highlights: highlightsOf(text, query),
  };
}

function isPosition(keys: Readonly<Record<string, unknown>>): keys is { from: number } {
  return Number.isSafeInteger(keys.from);
}
