import type { ProblemCode, TaskOpenApi } from '#generated/model/index.ts';
import { type ApiContract, type Json, nameIn, operationsOf, reachable } from './api-contract.ts';
import { problemExamples, problemText } from './examples.ts';

const SECURITY = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the project: `tlk_…`.',
  },
} as const;

/** Examples of successful responses, by media type. */
export type MediaExamples = Readonly<
  Partial<Record<'application/json' | 'text/event-stream', object>>
>;

/** A part of the API contract that is published as a document of its own. */
interface Projection {
  api: ApiContract;
  kind: 'task' | 'collection' | 'chat';
  baseUrl: string;
  orgId: string;
  projectId: string;
  /** Of the task, collection or chat. */
  id: string;
  info: { title: string; version: string; description: string };
  tags: Json[];
  /** The operations, with their tags. */
  operations: Readonly<Record<string, string>>;
  /** The schemas, including those that replace schemas of the API contract. */
  schemas: Readonly<Record<string, Json>>;
  /** The problems that the operations can return. */
  codes: readonly ProblemCode[];
  /** Examples of an operation's request body; undefined to leave it as it is. */
  requestExamples: (operationId: string) => object | undefined;
  responseExamples?: (operationId: string, status: string) => MediaExamples;
}

const PROJECT = '/org/{orgId}/project/{projectId}';
/** The parameters that aren't part of the document's paths: where the task, collection or chat is. */
const PLACE = ['orgId', 'projectId', 'taskId', 'collectionId', 'chatId'];

/** The OpenAPI document of one task, collection or chat. Everything but its own schemas is as in the API contract. */
export function projectedDocument(given: Projection): TaskOpenApi {
  const { api, kind, info, tags, operations, schemas, id } = given;
  const paths: Record<string, Json> = {};
  for (const { path: full, method, operation } of operationsOf(api, Object.keys(operations))) {
    const path = full.replace(PROJECT, '').replace(`{${kind}Id}`, id);
    const { parameters = [] } = api.paths[full] as { parameters?: Json[] };
    const shared = parameters.filter(({ $ref }) => {
      const name = nameIn($ref, 'parameters') ?? '';
      return !PLACE.includes(name.charAt(0).toLowerCase() + name.slice(1));
    });
    paths[path] ??= shared.length > 0 ? { parameters: shared } : {};
    paths[path][method] = projectedOperation(given, operation);
  }
  const { parameters, headers } = api.components;
  const used = {
    parameters: pick(parameters, paths, 'parameters'),
    headers: pick(headers, paths, 'headers'),
  };
  const names = reachable([paths, used], schemas);
  return {
    openapi: '3.1.0',
    info: { ...info, license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } },
    servers: [
      {
        url: `${given.baseUrl}/org/${given.orgId}/project/${given.projectId}`,
        description: `The project of the ${kind}`,
      },
    ],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: Object.fromEntries(
        [...names].map((name) => [name, withoutExamples(schemas[name] ?? {})]),
      ),
      ...used,
    },
  };
}

function projectedOperation(
  { api, operations, codes, requestExamples, responseExamples }: Projection,
  operation: Json & { operationId: string; responses: Record<string, Json> },
): Json {
  const { 'x-permission': _permission, security: _security, responses, ...rest } = operation;
  const { operationId } = operation;
  const body = operation.requestBody as { content: Record<string, Json> } | undefined;
  const examples = body && requestExamples(operationId);
  const media = { ...body?.content['application/json'], examples };
  return {
    ...rest,
    tags: [operations[operationId]],
    ...(examples && { requestBody: { ...body, content: { 'application/json': media } } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        toResponse(api, Number(status), response, {
          examples: responseExamples?.(operationId, status) ?? {},
          codes,
          operationIds: Object.keys(operations),
        }),
      ]),
    ),
  };
}

interface ResponseParts {
  examples: MediaExamples;
  codes: readonly ProblemCode[];
  /** The operations of the document. Links to others lead nowhere. */
  operationIds: readonly string[];
}

/** A response with examples, and with links to operations of the same document. */
function toResponse(
  api: ApiContract,
  status: number,
  given: Json,
  { examples, codes, operationIds }: ResponseParts,
): Json {
  const name = nameIn(given.$ref, 'responses');
  const response = (name === undefined ? given : api.components.responses[name]) as Json;
  const content = (response.content ?? {}) as Record<string, Json>;
  const problems = { 'application/problem+json': problemExamples(status, codes) };
  const all: Readonly<Record<string, object>> = { ...examples, ...problems };
  const text = status >= 400 ? problemText(status, codes) : '';
  const { links, ...rest } = response;
  return {
    ...rest,
    ...(links !== undefined && { links: linksWithin(links as Record<string, Link>, operationIds) }),
    description: [response.description, text].filter(Boolean).join('\n\n'),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, { ...media, examples: all[type] }]),
    ),
  };
}

interface Link {
  operationId: string;
  parameters?: Record<string, string>;
}

function linksWithin(links: Record<string, Link>, operationIds: readonly string[]) {
  const kept = Object.entries(links).filter(([, link]) => operationIds.includes(link.operationId));
  return Object.fromEntries(
    kept.map(([name, { parameters = {}, ...link }]) => {
      const own = Object.entries(parameters).filter(([parameter]) => !PLACE.includes(parameter));
      return [name, { ...link, parameters: Object.fromEntries(own) }];
    }),
  );
}

/** Examples in the API contract show other tasks or collections, so they are left out. */
function withoutExamples(schema: Json): Json {
  if (schema.type !== 'object' && schema.oneOf === undefined) return schema;
  const { examples: _, ...rest } = schema;
  return rest;
}

/** The used components of one kind. */
function pick(
  from: Readonly<Record<string, object>>,
  used: unknown,
  kind: string,
): Record<string, object | undefined> {
  return Object.fromEntries([...reachable(used, from, kind)].map((name) => [name, from[name]]));
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
