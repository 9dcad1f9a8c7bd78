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

/** A response with examples. `codes` are the problems that the operation can return. */
export function toResponse(
  api: ApiContract,
  status: number,
  given: Json,
  { examples, codes }: { examples: MediaExamples; codes: readonly ProblemCode[] },
): Json {
  const name = nameIn(given.$ref, 'responses');
  const response = (name === undefined ? given : api.components.responses[name]) as Json;
  const content = (response.content ?? {}) as Record<string, Json>;
  const problems = { 'application/problem+json': problemExamples(status, codes) };
  const all: Readonly<Record<string, object>> = { ...examples, ...problems };
  const text = status >= 400 ? problemText(status, codes) : '';
  return {
    ...response,
    description: [response.description, text].filter(Boolean).join('\n\n'),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, { ...media, examples: all[type] }]),
    ),
  };
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
