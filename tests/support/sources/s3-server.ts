import { createHash, createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type SourceRequest, type SourceServer, serveSource } from './serve.ts';

export interface S3Server extends SourceServer {
  /** By key. */
  objects: Map<
    string,
    { body: string | Uint8Array; headers?: Record<string, string>; storage?: string }
  >;
  /** Errors of the next requests: status and code. */
  failures: { status: number; code: string; headers?: Record<string, string>; more?: string }[];
  /** How many objects a page lists at most. */
  pageSize: number;
  /** Lists other objects than those that there are, such as a million. */
  onList?: (continuationToken: string | null) => { keys: string[]; next: string | null };
  /** What each request waits for. */
  before: (request: SourceRequest) => Promise<void> | void;
}

export const S3_KEYS = { access_key_id: 'AKIATEST', secret_access_key: 'secret/key' };
const REGION = 'eu-test-1';

/** The bucket `files` of a service with path-style addresses. Checks signatures like Amazon S3. */
export async function startS3(): Promise<S3Server> {
  const server = await serveSource(async (request, response) => {
    await s3.before(request);
    const failure = s3.failures.shift();
    if (failure) return sendError(response, failure.status, failure.code, failure);
    const { authorization } = request.headers;
    if (!authorization) return sendError(response, 403, 'AccessDenied');
    if (!authorization.includes(`/${REGION}/`)) {
      return sendError(response, 400, 'AuthorizationHeaderMalformed', {
        more: `<Region>${REGION}</Region>`,
      });
    }
    if (authorization !== expectedAuthorization(request)) {
      return sendError(response, 403, 'SignatureDoesNotMatch');
    }
    const [, bucket = '', ...parts] = request.url.pathname.split('/');
    if (bucket !== 'files') return sendError(response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(parts.join('/'));
    const given =
      key === '' ? s3.onList?.(request.url.searchParams.get('continuation-token')) : undefined;
    if (given) return sendPage(response, given);
    if (key === '') return sendListing(s3, request.url.searchParams, response);
    const object = s3.objects.get(key);
    if (!object) return sendError(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': 'binary/octet-stream', ...object.headers });
    response.end(object.body);
  });
  const s3: S3Server = {
    ...server,
    objects: new Map(),
    failures: [],
    pageSize: 1000,
    before: () => undefined,
  };
  return s3;
}

/** The configuration of a source that reads this bucket. */
export function s3Config({ url }: S3Server, prefix = '') {
  return { kind: 's3', endpoint: url, region: REGION, bucket: 'files', prefix };
}

function sendListing(s3: S3Server, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token');
  const limit = Math.min(Number(query.get('max-keys') ?? s3.pageSize), s3.pageSize);
  const names = [...s3.objects.keys()].sort().filter((key) => key.startsWith(prefix));
  const groups = new Map<string, boolean>();
  for (const key of names) {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    groups.set(end < 0 ? key : key.slice(0, end + 1), end >= 0);
  }
  const left = [...groups].filter(([name]) => after === null || name > atob(after));
  const shown = left.slice(0, limit);
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2F', '/');
  const entries = shown.map(([name, isFolder]) => {
    if (isFolder) return `<CommonPrefixes><Prefix>${encode(name)}</Prefix></CommonPrefixes>`;
    const { body = '', storage = 'STANDARD' } = s3.objects.get(name) ?? {};
    const etag = createHash('md5').update(body).digest('hex');
    return `<Contents><Key>${encode(name)}</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${body.length}</Size><StorageClass>${storage}</StorageClass></Contents>`;
  });
  const next = left.length > limit ? btoa(shown.at(-1)?.[0] ?? '') : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>files</Name><Prefix>${encode(prefix)}</Prefix>
<EncodingType>url</EncodingType>${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${entries.join('')}</ListBucketResult>`);
}

function sendPage(response: ServerResponse, given: { keys: string[]; next: string | null }): void {
  const { keys, next } = given;
  const entries = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<ListBucketResult>${next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}${entries.join('')}</ListBucketResult>`,
  );
}

function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  { headers, more = '' }: { headers?: Record<string, string>; more?: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Because.</Message>${more}</Error>`,
  );
}

/** AWS Signature Version 4, computed from the request as it arrived. */
function expectedAuthorization({ method, url, headers }: SourceRequest): string {
  const { authorization = '' } = headers;
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '';
  const [, scope = ''] = /Credential=[^/]+\/([^,]+)/.exec(authorization) ?? [];
  const date = String(headers['x-amz-date']);
  const strict = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => strict(decodeURIComponent(part)))
    .join('/');
  const canonical = [
    method,
    path,
    query,
    ...signed.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope, digest].join('\n');
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest();
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${S3_KEYS.secret_access_key}`,
    );
  const signature = hmac(key, text).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${S3_KEYS.access_key_id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
