import type { RouteHandler } from 'fastify';
import type { PermissionLevel } from '#generated/model/index.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import document from '#generated/server/openapi.json' with { type: 'json' };

/** Every operation of the contract. */
export type OperationId = keyof RouteHandlers;

type Parts<Op extends OperationId> = RouteHandlers[Op] extends RouteHandler<infer R> ? R : never;

export type ParamsOf<Op extends OperationId> = Parts<Op> extends { Params: infer P } ? P : object;
export type QueryOf<Op extends OperationId> = 'Querystring' extends keyof Parts<Op>
  ? NonNullable<Parts<Op>['Querystring']>
  : object;
export type BodyOf<Op extends OperationId> = Parts<Op> extends { Body: infer B } ? B : undefined;

type ReplyOf<Op extends OperationId> = Parts<Op> extends { Reply: infer R } ? R : never;
type Success = 200 | 201 | 202;
/** What an operation answers when all goes well; nothing for 204. */
export type AnswerOf<Op extends OperationId> = Success & keyof ReplyOf<Op> extends never
  ? undefined
  : ReplyOf<Op>[Success & keyof ReplyOf<Op>];

/** What the contract says of an operation beside its types. */
export interface Operation {
  id: OperationId;
  method: string;
  /** Within the API, with `{parameters}`. */
  path: string;
  permission: 'public' | 'authenticated' | { level: PermissionLevel; name: string };
  /** Whether an API key may call it. */
  takesApiKey: boolean;
  /** The name of the body's schema, when it takes JSON. */
  body?: string;
  /** The headers that it reads. */
  headers: readonly HeaderParameter[];
  /** What it can answer, for example `200`. */
  statuses: readonly string[];
}

export interface HeaderParameter {
  name: string;
  required?: boolean;
  /** JSON Schema. */
  schema: Record<string, unknown>;
}

interface RawParameter extends HeaderParameter {
  $ref?: string;
  in: string;
}

interface RawOperation {
  operationId: OperationId;
  'x-permission': Operation['permission'];
  security?: Record<string, unknown>[];
  parameters?: RawParameter[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, unknown>;
}

/** Where the API is mounted. */
export const API_BASE = '/api/v1';

/** The operations, by id, read from the contract itself. */
export const OPERATIONS = readOperations();

function readOperations(): Readonly<Record<OperationId, Operation>> {
  const found: Partial<Record<OperationId, Operation>> = {};
  const paths = document.paths as unknown as Record<string, Record<string, RawOperation>>;
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, raw] of Object.entries(item)) {
      if (!raw.operationId) continue;
      const schema = raw.requestBody?.content['application/json']?.schema.$ref;
      found[raw.operationId] = {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        permission: raw['x-permission'],
        headers: headersOf(raw.parameters ?? []),
        statuses: Object.keys(raw.responses),
        takesApiKey: raw.security?.some((way) => 'apiKey' in way) ?? false,
        ...(schema ? { body: schema.split('/').at(-1) } : {}),
      };
    }
  }
  return found as Record<OperationId, Operation>;
}

function headersOf(parameters: readonly RawParameter[]): HeaderParameter[] {
  const named = document.components.parameters as unknown as Record<string, RawParameter>;
  const known = parameters.map(
    (one) => (one.$ref && named[one.$ref.split('/').at(-1) ?? '']) || one,
  );
  return known.filter((one) => one.in === 'header');
}
