import type { SchemaNode } from '../diff/schema/node.ts';

/** The contract as `conform` needs it: operations with their references resolved. */
export interface Api {
  operations: ApiOperation[];
  schemes: ReadonlyMap<string, SecurityScheme>;
  /** The path of the first server, without a trailing slash. */
  prefix: string;
}

export interface ApiOperation {
  /** `GET /task/{taskId}`. */
  name: string;
  operationId?: string;
  method: string;
  path: string;
  parameters: ApiParameter[];
  body?: ApiBody;
  /** By status as written in the contract: `200`, `4XX`, `default`. */
  responses: ReadonlyMap<string, ApiResponse>;
  /** The messages of both directions, if it opens a WebSocket. */
  socket?: { client: SchemaNode; server: SchemaNode };
  /** Alternative sets of required schemes; empty when anyone may call. */
  security: string[][];
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface ApiParameter {
  name: string;
  place: ParameterPlace;
  required: boolean;
  node: SchemaNode;
  raw: unknown;
  style: string;
  explode: boolean;
  /** Serialised as JSON text. */
  isJson: boolean;
}

export interface ApiBody {
  required: boolean;
  contents: ApiContent[];
}

export interface ApiContent {
  /** `application/json`, in lower case and without parameters. */
  type: string;
  /** For requests what callers may send, for responses what they may receive. */
  node: SchemaNode;
  /** `schema` describes one event or line, not the whole body. */
  isItem: boolean;
  hasSchema: boolean;
  examples: unknown[];
}

export interface ApiResponse {
  status: string;
  contents: ApiContent[];
  headers: ApiHeader[];
  links: ApiLink[];
}

export interface ApiHeader {
  name: string;
  required: boolean;
  node: SchemaNode;
}

/** An OpenAPI link: which operation takes which part of this response. */
export interface ApiLink {
  operationId?: string;
  parameters: Record<string, unknown>;
}

export interface SecurityScheme {
  /** The header, query parameter or cookie that carries the credential. */
  place: 'header' | 'query' | 'cookie';
  name: string;
  kind: 'bearer' | 'basic' | 'key';
}

/** The response declared for a status: its own, its class's (`4XX`), or the default. */
export function declaredFor(operation: ApiOperation, status: number): ApiResponse | undefined {
  const { responses } = operation;
  const range = `${Math.floor(status / 100)}XX`;
  return responses.get(String(status)) ?? responses.get(range) ?? responses.get('default');
}

export function isJsonType(type: string): boolean {
  return /^(application|text)\/(?:[^;]+\+)?json$/.test(type);
}
