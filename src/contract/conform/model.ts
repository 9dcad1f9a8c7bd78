import type { SchemaNode } from '../diff/schema/node.ts';

/** The contract as `conform` needs it: operations with everything that references stand for put in. */
export interface Api {
  operations: ApiOperation[];
  schemes: ReadonlyMap<string, SecurityScheme>;
  /** The path of the first server, without a slash at its end. */
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
  /** By status as the contract writes it: `200`, `4XX`, `default`. */
  responses: ReadonlyMap<string, ApiResponse>;
  /** Ways to be allowed, each a list of schemes; none when anybody is. */
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
  /** Sent as JSON in a text. */
  isJson: boolean;
}

export interface ApiBody {
  required: boolean;
  contents: ApiContent[];
}

export interface ApiContent {
  /** `application/json`, in lower case and without parameters. */
  type: string;
  /** For requests what callers may send, for responses what they may get. */
  node: SchemaNode;
  /** `schema` is one event or line, not the whole. */
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

/** An OpenAPI link: which operation takes what of this answer. */
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

/** The answer that the contract declares for a status: its own, its class's (`4XX`), or the default. */
export function declaredFor(operation: ApiOperation, status: number): ApiResponse | undefined {
  const { responses } = operation;
  const range = `${Math.floor(status / 100)}XX`;
  return responses.get(String(status)) ?? responses.get(range) ?? responses.get('default');
}

export function isJsonType(type: string): boolean {
  return /^(application|text)\/(?:[^;]+\+)?json$/.test(type);
}
