import { readXml } from '#core/datasource/xml.ts';
import { ConnectorFailure, type HttpResponse } from './connector.ts';

export interface S3Object {
  key: string;
  size: number | null;
  etag: string | null;
  modified_at: string | null;
  storage_class: string | null;
}

export interface S3Listing {
  objects: S3Object[];
  /** Common prefixes, with a trailing slash. */
  folders: string[];
  next: string | null;
}

/** Parses a response of ListObjectsV2 with `encoding-type=url`. */
export async function listing(response: HttpResponse): Promise<S3Listing> {
  const found: S3Listing = { objects: [], folders: [], next: null };
  let fields: Record<string, string> = {};
  let isEncoded = false;
  let root = '';
  await read(response, (path, text) => {
    const name = path.at(-1) ?? '';
    root = path[0] ?? '';
    if (path.length === 1) return;
    if (path.length > 2) {
      fields[name] = text;
      return;
    }
    if (name === 'Contents') found.objects.push(toObject(fields));
    else if (name === 'CommonPrefixes' && fields.Prefix) found.folders.push(fields.Prefix);
    else if (name === 'NextContinuationToken') found.next = text;
    else if (name === 'EncodingType') isEncoded = text === 'url';
    if (name === 'Contents' || name === 'CommonPrefixes') fields = {};
  });
  if (root !== 'ListBucketResult') throw unreadable(response);
  if (!isEncoded) return found;
  for (const object of found.objects) object.key = decodeKey(object.key);
  return { ...found, folders: found.folders.map(decodeKey) };
}

function toObject({
  Key = '',
  Size,
  ETag,
  LastModified,
  StorageClass,
}: Record<string, string>): S3Object {
  const size = Number(Size);
  const modified = Date.parse(LastModified ?? '');
  return {
    key: Key,
    size: Size && Number.isFinite(size) ? size : null,
    etag: ETag ? ETag.replaceAll('"', '') : null,
    modified_at: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    storage_class: StorageClass ?? null,
  };
}

function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const UNAUTHORISED = [
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'AllAccessDisabled',
  'Unauthorized',
];

/** The failure for an error response, with advice for the person who configured the bucket. */
export async function errorOf(
  response: HttpResponse,
  { bucket, region }: { bucket: string; region: string },
): Promise<ConnectorFailure> {
  const fields: Record<string, string> = {};
  await read(response, (path, text) => {
    fields[path.at(-1) ?? ''] = text;
  }).catch(() => {});
  const { status, headers } = response;
  const { Code: code = '' } = fields;
  const home = headers['x-amz-bucket-region'] ?? fields.Region;
  if (home && home !== region && status < 404) {
    return new ConnectorFailure('invalid', `The bucket is in region ${home}. Enter that region.`);
  }
  if (code === 'RequestTimeTooSkewed') {
    return new ConnectorFailure(
      'invalid',
      "The server's clock is wrong, so the service refuses its requests.",
    );
  }
  if (UNAUTHORISED.includes(code) || status === 401 || status === 403) {
    return new ConnectorFailure(
      'unauthorised',
      `The credentials don't allow reading ${bucket}${code && ` (${code})`}. They need s3:ListBucket and s3:GetObject.`,
    );
  }
  if (code === 'NoSuchBucket') {
    return new ConnectorFailure('not_found', `There is no bucket ${bucket} at this endpoint.`);
  }
  if (status === 404) {
    return new ConnectorFailure(
      'not_found',
      'The object no longer exists, or the endpoint has no bucket of this name.',
    );
  }
  const said = [code, fields.Message].filter(Boolean).join(': ');
  return new ConnectorFailure(
    'invalid',
    `The service refused with status ${status}. ${said}`.trim(),
  );
}

async function read(
  response: HttpResponse,
  close: (path: readonly string[], text: string) => void,
): Promise<void> {
  if (response.isCut) throw unreadable(response);
  const text = new TextDecoder().decode(response.body);
  await readXml(text, { close: (path, content) => close(path, content.trim()) }, 4000).catch(() => {
    throw unreadable(response);
  });
}

function unreadable({ url }: HttpResponse): ConnectorFailure {
  const { host } = new URL(url);
  return new ConnectorFailure('invalid', `${host} doesn't respond like S3. Check the endpoint.`);
}
