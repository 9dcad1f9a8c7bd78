import type { Json } from '#core/task/contract/api-contract.ts';
import type { SearchRequest, SearchResult } from '#generated/model/index.ts';

/** A collection, as its callers see it. */
export interface CollectionContract {
  /** Absolute URL of the API, for example `http://localhost:4000/api/v1`. */
  baseUrl: string;
  orgId: string;
  projectId: string;
  collectionId: string;
  name: string;
  version: number;
  /** The tags of its documents. */
  tags: readonly string[];
  /** An example question. */
  question: string;
  /** An example passage of one of its documents; null if there is none yet. */
  passage: Pick<SearchResult, 'chunk_id' | 'document_id' | 'document_name' | 'text'> | null;
}

/** Keeps the files short. Where there are more tags, others are accepted too. */
const TAGS_MAX = 200;

/**
 * The API contract's schemas, with the collection's tags.
 * @param isOpen whether other tags are accepted, because documents may get new ones at any time
 */
export function collectionSchemas(
  schemas: Readonly<Record<string, object>>,
  { tags }: Pick<CollectionContract, 'tags'>,
  isOpen: boolean,
): Record<string, Json> {
  const all = schemas as Record<string, Json>;
  const filter = all.SearchFilter as { properties: { tags: { items: Json } } };
  if (tags.length === 0) return all;
  const { minLength: _, maxLength: __, ...item } = filter.properties.tags.items;
  const known = {
    ...item,
    enum: tags.slice(0, TAGS_MAX),
    ...((isOpen || tags.length > TAGS_MAX) && { 'x-extensible-enum': true }),
  };
  const properties = {
    ...filter.properties,
    tags: { ...filter.properties.tags, items: known, examples: [tags.slice(0, 1)] },
  };
  return {
    ...all,
    SearchFilter: { ...filter, properties, examples: [{ tags: tags.slice(0, 1) }] },
  };
}

/** An example of a search. */
export function exampleSearch({ question, tags }: CollectionContract): SearchRequest {
  return {
    query: question,
    top_k: 5,
    ...(tags[0] !== undefined && { filter: { tags: [tags[0]] } }),
  };
}
