import type { ProblemCode } from '#generated/model/index.ts';
import { type ApiContract, type Json, nameIn, reachable } from './api-contract.ts';
import { problemExamples, problemText } from './examples.ts';

/** Shared by the OpenAPI documents of tasks and collections, both of which are projections of the API contract. */
export const INFO = {
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
} as const;

export const SECURITY = {
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

interface ResponseParts {
  examples: MediaExamples;
  /** The problems that the operation can return. */
  codes: readonly ProblemCode[];
  /** The operations of the document. Links to others lead nowhere. */
  operationIds: readonly string[];
}

/** The parameters that aren't part of the document's paths: where the task, collection or chat is. */
const PLACE = ['orgId', 'projectId', 'taskId', 'collectionId', 'chatId'];

/** A response with examples, and with links to operations of the same document. */
export function toResponse(
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
export function withoutExamples(schema: Json): Json {
  if (schema.type !== 'object' && schema.oneOf === undefined) return schema;
  const { examples: _, ...rest } = schema;
  return rest;
}

/** The used components of one kind. */
export function pick(
  from: Readonly<Record<string, object>>,
  used: unknown,
  kind: string,
): Record<string, object | undefined> {
  return Object.fromEntries([...reachable(used, from, kind)].map((name) => [name, from[name]]));
}

export function ref(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
