import type { ApiContract } from '#core/task/contract/api-contract.ts';
import { exampleOfSchema } from '#core/task/contract/examples.ts';
import { projectedDocument } from '#core/task/contract/projection.ts';
import type { ProblemCode, TaskOpenApi } from '#generated/model/index.ts';
import {
  type CollectionContract,
  collectionSchemas,
  exampleSearch,
} from './collection-contract.ts';

/** Every problem that a search can return. */
const SEARCH_PROBLEMS = [
  'invalid_request',
  'malformed_json',
  'unauthenticated',
  'insufficient_balance',
  'forbidden',
  'not_found',
  'index_not_ready',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'model_rate_limited',
  'internal_error',
  'model_unauthorized',
  'model_failed',
  'unavailable',
  'model_timeout',
] as const satisfies readonly ProblemCode[];

/** The OpenAPI document of a collection's search endpoint: a projection of the API contract, with its own tags. */
export function collectionDocument(api: ApiContract, collection: CollectionContract): TaskOpenApi {
  const { collectionId, name, version } = collection;
  const description = `Search in the collection “${name}”.\n\nErrors are \`application/problem+json\`: branch on \`code\`.`;
  const found = { 'application/json': { found: { value: exampleResponse(api, collection) } } };
  const request = { example: { summary: 'A search', value: exampleSearch(collection) } };
  return projectedDocument({
    ...collection,
    api,
    kind: 'collection',
    id: collectionId,
    info: { title: name, version: String(version), description },
    tags: [{ name: 'search', description: 'Passages that match a question, best first.' }],
    operations: { searchCollection: 'search' },
    schemas: collectionSchemas(api.components.schemas, collection, true),
    codes: SEARCH_PROBLEMS,
    requestExamples: () => request,
    responseExamples: () => found,
  });
}

function exampleResponse(api: ApiContract, { passage }: CollectionContract): object {
  const example = exampleOfSchema(api, 'SearchResponse');
  const [result] = example.results as object[];
  if (!passage) return example;
  const { length } = passage.text;
  const own = { ...passage, start: 0, end: length, heading_path: [], page: null, highlights: [] };
  return { ...example, results: [{ ...result, ...own }] };
}
