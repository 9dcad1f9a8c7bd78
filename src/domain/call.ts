import type {
  OAuthScope,
  OrgPermission,
  ProjectPermission,
  ResourcePermission,
} from '#generated/model/index.ts';
import { OPERATIONS, type OperationId, type OperationTypes } from '#generated/operations/index.ts';
import type { ChildParam, PathRows } from './access/path-rows.ts';
import { type Events, FileBody } from './events.ts';
import type { Access, Principal } from './principal.ts';
import type { SocketHandler } from './socket.ts';

/** Where the API is mounted. */
export const API_PREFIX = '/api/v1';

type Data<Op extends OperationId> = OperationTypes[Op]['data'];
type Part<Op extends OperationId, Name extends 'path' | 'query' | 'body', None> = [
  NonNullable<Data<Op>[Name & keyof Data<Op>]>,
] extends [never]
  ? None
  : NonNullable<Data<Op>[Name & keyof Data<Op>]>;

/** The types of resources that permissions apply to. */
type ResourceLevel = 'task' | 'collection' | 'chat';
/** Who may call an operation: the contract's `x-permission`. */
export type PermissionRule =
  | 'public'
  | 'authenticated'
  /** The visitor of a widget, identified by their token. */
  | 'visitor'
  | {
      level: 'organization';
      name: OrgPermission;
      /** Guests, who have a role only in some of its projects, may call it too. It returns what is theirs. */
      guests?: true;
    }
  | { level: 'project'; name: ProjectPermission }
  | { level: ResourceLevel; name: ResourcePermission }
  /** The task, collection or chat whose type is in the path, too. */
  | { level: 'resource'; name: ResourcePermission };

export type ParamsOf<Op extends OperationId> = Part<Op, 'path', Record<string, never>>;
export type QueryOf<Op extends OperationId> = Part<Op, 'query', Record<string, never>>;
export type BodyOf<Op extends OperationId> = Part<Op, 'body', undefined>;

/** The headers that operations read. */
export type CallHeaders = Readonly<
  Partial<Record<'if-match' | 'idempotency-key' | 'last-event-id' | 'origin' | 'prefer', string>>
>;

/** A request to an operation: the caller is authenticated and authorised, and every part matches the contract. */
export interface Call<Op extends OperationId> {
  /** The path parameters, without the IDs that were resolved to `rows`. */
  params: Omit<ParamsOf<Op>, ChildParam>;
  rows: PathRows<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
  headers: CallHeaders;
  /** Aborts when the caller disconnects, so that long waits end. */
  left: AbortSignal;
  /** The network that the request comes from: its IP address, or the /64 of one. */
  network: string;
  /** Names the request in logs. */
  requestId: string;
  /** The request's path without the query: `/api/v1/org/…`. */
  path: string;
  /** Absent in public operations. */
  principal: Principal;
  access: Access;
}

type Success = 200 | 201 | 202;
type Responses<Op extends OperationId> = OperationTypes[Op]['responses'];
/** The body of a successful response; nothing for 204. */
export type ResultOf<Op extends OperationId> = Success & keyof Responses<Op> extends never
  ? // biome-ignore lint/suspicious/noConfusingVoidType: the promise of a function that returns nothing is void.
    void
  : Responses<Op>[Success & keyof Responses<Op>];

/** A response with headers, or with a status other than the contract's first one. */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    body: Body,
    { status, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** The reply to a POST that created something at `<path>/<id>`. */
export function created<Body>({ path }: { path: string }, id: string, body: Body): Reply<Body> {
  return new Reply(body, { headers: { location: `${path}/${id}` } });
}

type Table = typeof OPERATIONS;
type Sends<Op extends OperationId> = Table[Op] extends { sends: infer Way } ? Way : 'json';
/** What an operation returns: the response body, a stream or a file, or a `Reply` with status and headers. */
export type OperationResult<Op extends OperationId> =
  Sends<Op> extends 'events'
    ? Events
    : Sends<Op> extends 'text'
      ? FileBody
      : Sends<Op> extends 'socket'
        ? SocketHandler
        : ResultOf<Op> | Reply<ResultOf<Op>>;

type OperationOf<Op extends OperationId> = (
  call: Call<Op>,
) => OperationResult<Op> | Promise<OperationResult<Op>>;

/** An implementation of each operation. */
export type Operations = { readonly [Op in OperationId]: OperationOf<Op> };

/** The areas that operations belong to: the contract's tags. */
export type Area = Table[OperationId]['area'];
/** All operations of an area. A missing one, or one from another area, does not compile. */
export type OperationsOf<A extends Area> = {
  readonly [Op in OperationId as Table[Op]['area'] extends A ? Op : never]: OperationOf<Op>;
};

/** The facts in the contract about an operation, other than its types. */
export interface Operation {
  id: OperationId;
  area: Area;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Without the prefix, with `{parameters}`. */
  path: string;
  permission: PermissionRule;
  /** Whether an API key may call it. */
  takesApiKey: boolean;
  /** The scopes that an app's access token needs to call it; absent if no token may. */
  scopes?: readonly OAuthScope[];
  /** The contract's `x-sensitive`: the caller's session must have been active within the last minute. */
  isSensitive: boolean;
  /** Whether it takes an Idempotency-Key. */
  isIdempotent: boolean;
  headers: readonly { name: string; required: boolean; schema: Record<string, unknown> }[];
  /** Names of the query parameters. */
  query: readonly string[];
  /** The name of the JSON body's schema; absent if there is no JSON body. */
  body?: string;
  /** The form field that contains a file, if the body is a form. */
  file?: string;
  /** How a successful response is sent when it is not JSON. */
  sends?: 'events' | 'text' | 'socket';
  /** Successful ones first. */
  statuses: readonly number[];
}

/** The facts of every operation, in the order of the contract. */
export const operations: Readonly<Record<OperationId, Operation>> = OPERATIONS;

/** A complete response: status, headers, and a body unless the status is 204: JSON, `Events` or a `FileBody`. */
export interface FullReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Completes what an operation returned: the contract's status, and the ETag of a body that has one. */
export function toReply(op: OperationId, result: unknown): FullReply {
  const reply = result instanceof Reply ? result : new Reply(result);
  if (reply.body instanceof FileBody) return fileReply(reply.body);
  const etag = (reply.body as { etag?: unknown } | null | undefined)?.etag;
  return {
    status: reply.status ?? operations[op].statuses[0] ?? 200,
    headers: { ...(typeof etag === 'string' && { etag }), ...reply.headers },
    body: reply.body,
  };
}

function fileReply(file: FileBody): FullReply {
  const headers = {
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
  };
  return { status: 200, headers, body: file };
}
