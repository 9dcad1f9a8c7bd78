import { type ApiContract, operationsOf, reachable } from '#core/task/contract/api-contract.ts';
import { exampleOfSchema } from '#core/task/contract/examples.ts';
import {
  INFO,
  pick,
  SECURITY,
  toResponse,
  withoutExamples,
} from '#core/task/contract/projection.ts';
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
  const { baseUrl, orgId, projectId, collectionId, name, version } = collection;
  const schemas = collectionSchemas(api.components.schemas, collection, true);
  const [search] = operationsOf(api, ['searchCollection']);
  if (!search) throw new Error('The contract has no search');
  const {
    'x-permission': _,
    security: __,
    responses,
    requestBody,
    ...operation
  } = search.operation;
  const body = requestBody as { content: Record<string, object> };
  const request = { example: { summary: 'A search', value: exampleSearch(collection) } };
  const examples = { 'application/json': { found: { value: exampleResponse(api, collection) } } };
  const post = {
    ...operation,
    tags: ['search'],
    requestBody: {
      ...body,
      content: {
        'application/json': { ...body.content['application/json'], examples: request },
      },
    },
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        toResponse(api, Number(status), response, {
          examples,
          codes: SEARCH_PROBLEMS,
          operationIds: ['searchCollection'],
        }),
      ]),
    ),
  };
  const { parameters, headers } = api.components;
  const names = reachable([post, pick(headers, post, 'headers')], schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: String(version),
      description: `Search in the collection “${name}”.\n\nErrors are \`application/problem+json\`: branch on \`code\`.`,
      ...INFO,
    },
    servers: [
      {
        url: `${baseUrl}/org/${orgId}/project/${projectId}`,
        description: 'The project of the collection',
      },
    ],
    security: [{ apiKey: [] }],
    tags: [{ name: 'search', description: 'Passages that match a question, best first.' }],
    paths: { [`/collection/${collectionId}/search`]: { post } },
    components: {
      securitySchemes: SECURITY,
      schemas: Object.fromEntries(
        [...names].map((schema) => [schema, withoutExamples(schemas[schema] ?? {})]),
      ),
      parameters: pick(parameters, post, 'parameters'),
      headers: pick(headers, post, 'headers'),
    },
  };
}

function exampleResponse(api: ApiContract, { passage }: CollectionContract): object {
  const example = exampleOfSchema(api, 'SearchResponse');
  const [result] = example.results as object[];
  if (!passage) return example;
  const { length } = passage.text;
  const own = { ...passage, start: 0, end: length, heading_path: [], page: null, highlights: [] };
  return { ...example, results: [{ ...result, ...own }] };
}
