import type { Credentials } from './credentials.ts';
import type { WireRequest } from './http-client.ts';
import type { ApiOperation, ApiParameter, SecurityScheme } from './model.ts';

/** A request before it is serialised: a value for each parameter. */
export interface Call {
  operation: ApiOperation;
  /** By `query page_limit`; absent parameters are not sent. */
  values: ReadonlyMap<string, unknown>;
  /** Undeclared query names and values, sent unescaped in addition to the declared ones. */
  extraQuery?: [string, string][];
  extraHeaders?: Record<string, string>;
  body?: CallBody;
  /** A method other than the operation's own. */
  method?: string;
  /** `other`: those of an account that may see nothing of the first one's. */
  credentials?: 'given' | 'none' | 'wrong' | 'other';
  /** Whether each path parameter names something known to exist. */
  isResolved: boolean;
}

/** A value to serialise by its schema, or text to send as it is. */
export interface CallBody {
  type: string;
  value?: unknown;
  raw?: string;
}

/** A path segment to send as it is, without escaping. */
export class RawPart {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface Writer extends Credentials {
  prefix: string;
  /** What requests of another account carry instead. */
  other?: Credentials;
  schemes: ReadonlyMap<string, SecurityScheme>;
}

export const keyOf = ({ place, name }: Pick<ApiParameter, 'place' | 'name'>) => `${place} ${name}`;

/** Returns the call with one parameter changed; `undefined` removes it. */
export function withValue(call: Call, key: string, value: unknown): Call {
  const values = new Map(call.values);
  if (value === undefined) values.delete(key);
  else values.set(key, value);
  return { ...call, values };
}

/** The operation's path filled with the values of this call, escaped. */
export function filledPath({ operation, values }: Pick<Call, 'operation' | 'values'>): string {
  return operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = operation.parameters.find((p) => p.place === 'path' && p.name === name);
    const value = values.get(`path ${name}`);
    return parameter && value !== undefined ? pathText(parameter, value) : whole;
  });
}

function pathText(parameter: ApiParameter, value: unknown): string {
  if (value instanceof RawPart) return value.text;
  const { name, style, explode } = parameter;
  const text = (one: unknown) => encodeURIComponent(textOf(one).toWellFormed());
  const list = pairsOrItems(value, explode, text);
  if (style === 'label') return `.${list.join(explode ? '.' : ',')}`;
  if (style === 'matrix') return `;${name}=${list.join(explode ? `;${name}=` : ',')}`;
  return list.join(',');
}

function pairsOrItems(value: unknown, explode: boolean, text: (one: unknown) => string): string[] {
  if (Array.isArray(value)) return value.map(text);
  if (typeof value !== 'object' || value === null) return [text(value)];
  return Object.entries(value).flatMap(([key, one]) =>
    explode ? [`${text(key)}=${text(one)}`] : [text(key), text(one)],
  );
}

/** Serialises a value for a parameter: text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The name–text pairs that represent a query parameter. */
export function queryPairs(parameter: ApiParameter, value: unknown): [string, string][] {
  const { name, style, explode, isJson } = parameter;
  if (isJson) return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    if (explode) return value.map((one) => [name, textOf(one)]);
    const by = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
    return [[name, value.map(textOf).join(by)]];
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (style === 'deepObject')
      return entries.map(([key, one]) => [`${name}[${key}]`, textOf(one)]);
    if (explode) return entries.map(([key, one]) => [key, textOf(one)]);
    return [[name, entries.map(([key, one]) => `${key},${textOf(one)}`).join(',')]];
  }
  return [[name, textOf(value)]];
}

/** Serialises a call as an HTTP request. */
export function writeCall(call: Call, writer: Writer): WireRequest {
  const { operation, values, body } = call;
  const query = [...(call.extraQuery ?? [])];
  const headers: Record<string, string> = { accept: '*/*' };
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    const value = values.get(keyOf(parameter));
    if (value === undefined) continue;
    if (parameter.place === 'query') query.push(...queryPairs(parameter, value));
    if (parameter.place === 'header')
      headers[parameter.name.toLowerCase()] = headerText(parameter, value);
    if (parameter.place === 'cookie')
      cookies.push(`${parameter.name}=${encodeURIComponent(textOf(value).toWellFormed())}`);
  }
  const caller = (call.credentials === 'other' && writer.other) || writer;
  query.push(...caller.query);
  Object.assign(headers, lowerCase(caller.headers), lowerCase(call.extraHeaders ?? {}));
  if (cookies.length > 0) headers.cookie = [headers.cookie, ...cookies].filter(Boolean).join('; ');
  const written = body && writeBody(body);
  if (written) headers['content-type'] ??= written.type;
  if (call.credentials === 'none' || call.credentials === 'wrong')
    spoilCredentials(call, writer, headers, query);
  const search = query.map(([name, text]) => `${escapeQuery(name)}=${escapeQuery(text)}`).join('&');
  return {
    method: call.method ?? operation.method,
    path: `${writer.prefix}${filledPath(call)}${search && `?${search}`}`,
    headers,
    ...(written && { body: written.text }),
  };
}

function headerText({ explode, isJson }: ApiParameter, value: unknown): string {
  if (isJson) return JSON.stringify(value);
  return pairsOrItems(value, explode, textOf).join(',');
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A credential that belongs to nobody. */
const NOBODY = 'nobody-has-this-one';
const BOUNDARY = 'conform-boundary-7d1f';

function writeBody({ type, value, raw }: CallBody): { type: string; text: string | Buffer } {
  if (raw !== undefined) return { type, text: raw };
  if (type === 'application/x-www-form-urlencoded') {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const pairs = entries.flatMap(([name, one]) =>
      [one].flat().map((each) => `${escapeQuery(name)}=${escapeQuery(textOf(each))}`),
    );
    return { type, text: pairs.join('&') };
  }
  if (type === 'multipart/form-data')
    return { type: `${type}; boundary=${BOUNDARY}`, text: multipart(value) };
  if (type.startsWith('text/') && typeof value === 'string') return { type, text: value };
  return { type, text: JSON.stringify(value) ?? '' };
}

function multipart(value: unknown): Buffer {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const parts = entries.flatMap(([name, one]) =>
    [one].flat().flatMap((each) => {
      const isFile = typeof each === 'string' && each.startsWith(FILE_MARK);
      const kind = isFile
        ? '; filename="conform.png"\r\nContent-Type: image/png'
        : typeof each === 'object'
          ? '\r\nContent-Type: application/json'
          : '';
      const label = name.replaceAll('"', '%22').replace(/[\r\n]/g, ' ');
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${label}"${kind}\r\n\r\n`;
      const content = isFile
        ? Buffer.from(each.slice(FILE_MARK.length), 'base64')
        : Buffer.from(textOf(each));
      return [Buffer.from(head), content, Buffer.from('\r\n')];
    }),
  );
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** The first characters of base64-encoded image files. */
export const FILE_MARK = '\u0001file:';

function spoilCredentials(
  { operation, credentials }: Call,
  { schemes }: Writer,
  headers: Record<string, string>,
  query: [string, string][],
): void {
  for (const name of new Set(operation.security.flat())) {
    const scheme = schemes.get(name);
    if (!scheme) continue;
    const wrong = credentials === 'wrong' ? wrongCredential(scheme) : undefined;
    if (scheme.place === 'query') {
      const at = query.findIndex(([each]) => each === scheme.name);
      if (at >= 0) query.splice(at, 1);
      if (wrong) query.push([scheme.name, wrong]);
    } else {
      const isCookie = scheme.place === 'cookie';
      const key = isCookie ? 'cookie' : scheme.name.toLowerCase();
      delete headers[key];
      if (wrong) headers[key] = isCookie ? `${scheme.name}=${wrong}` : wrong;
    }
  }
}

function wrongCredential({ kind }: SecurityScheme): string {
  if (kind === 'basic') return 'Basic bm9ib2R5Ondyb25n';
  return kind === 'bearer' ? `Bearer ${NOBODY}` : NOBODY;
}

/** The request as a cURL command. */
export function curlOf(origin: string, { method, path, headers, body }: WireRequest): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const shown = Object.entries(headers)
    .filter(([name, value]) => !(name === 'accept' && value === '*/*'))
    .map(([name, value]) =>
      isSecret(name) && !value.includes(NOBODY)
        ? `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`
        : `-H ${quote(`${name}: ${value}`)}`,
    );
  const text = body === undefined ? undefined : body.toString();
  const cut = text && text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
  return [
    'curl -i',
    method === 'HEAD' ? '--head' : `-X ${method}`,
    ...shown,
    ...(cut === undefined ? [] : [`--data-binary ${quote(cut)}`]),
    quote(`${origin}${path}`),
  ].join(' ');
}

/** Reports get stored and shared, so credentials are left out; the shell supplies them. */
function isSecret(name: string): boolean {
  return /authorization|cookie|token|secret|api-?key/.test(name);
}
