import { AwsV4Signer } from 'aws4fetch';
import { typeByName } from '#core/datasource/document-type.ts';
import {
  type BrowsePage,
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type HttpResponse,
  type MissedItem,
  type SourceItem,
} from './connector.ts';
import { contentOf, FileFilter, type FileScope, requireSize } from './files.ts';
import { ask } from './request.ts';
import { errorOf, listing, type S3Listing, type S3Object } from './s3-xml.ts';

/** A bucket of Amazon S3, or of a service with the same API. */
export interface S3Config extends FileScope {
  /** Null for Amazon S3. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** The prefix of the keys, such as `docs/`; empty for all. */
  prefix: string;
  /** Whether the bucket's name is part of the path, as most services other than Amazon expect. */
  path_style: boolean;
}

export interface S3Secret {
  access_key_id: string;
  secret_access_key: string;
  session_token?: string;
}

type NoState = Record<string, never>;
type Context = ConnectorContext<S3Secret>;

/** Storage classes of archived objects, which must be restored before they can be read. */
const ARCHIVED = ['GLACIER', 'DEEP_ARCHIVE'];
const NARROW = 'Choose a longer prefix, or patterns of files to include.';

/** Reads a bucket. Without credentials, it has to be public. */
export const s3: Connector<S3Config, S3Secret, NoState> = {
  async *changes(config, _state, context) {
    const filter = new FileFilter(config, context, NARROW);
    const pages = listPages(config, config.prefix, context);
    for await (const { objects } of pages) {
      const files = objects.filter(({ key }) => !key.endsWith('/'));
      const taken = files.filter(({ key }) => filter.takes(key));
      yield {
        items: taken.filter((object) => !problemOf(object)).map((object) => itemOf(object, config)),
        failed: taken.flatMap((object) => missed(object, config)),
      };
    }
    yield { items: [], end: { state: {}, complete: true } };
  },

  async fetch(config, item, context) {
    requireSize(item, context);
    const response = await send(urlOf(config, item.key), config, context, context.maxBytes);
    return contentOf(response, item, context);
  },

  async browse(config, folder, cursor, context): Promise<BrowsePage> {
    const prefix = folder ?? '';
    const { objects, folders, next } = await list(
      config,
      { prefix, delimiter: '/' },
      cursor,
      context,
    );
    const shown = objects.filter(({ key }) => key !== prefix);
    return {
      entries: [
        ...folders.map((key) => ({ ...EMPTY, id: key, name: nameOf(key), is_folder: true })),
        ...shown.map((object) => ({ ...fileOf(object), id: object.key, is_folder: false })),
      ],
      next_cursor: next,
    };
  },

  async check(config, context) {
    await list(config, { prefix: config.prefix, 'max-keys': '1' }, null, context);
  },
};

const EMPTY = { media_type: null, size: null, modified_at: null };

async function* listPages(
  config: S3Config,
  prefix: string,
  context: Context,
): AsyncGenerator<S3Listing> {
  for (let cursor: string | null = null; ; ) {
    const page: S3Listing = await list(config, { prefix }, cursor, context);
    yield page;
    if (page.next === null) return;
    // Guards against a server that keeps returning the same page.
    if (page.next === cursor)
      throw new ConnectorFailure('invalid', "The bucket doesn't return its next page.");
    cursor = page.next;
  }
}

async function list(
  config: S3Config,
  parameters: Record<string, string>,
  cursor: string | null,
  context: Context,
): Promise<S3Listing> {
  const url = urlOf(config, '');
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    ...parameters,
    ...(cursor !== null && { 'continuation-token': cursor }),
  };
  url.search = Object.entries(query)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  return listing(await send(url, config, context));
}

/** @throws ConnectorFailure unless the response is 200 */
async function send(
  url: URL,
  config: S3Config,
  context: Context,
  maxBytes?: number,
): Promise<HttpResponse> {
  const headers = await signed(url, config, context);
  const limit = maxBytes === undefined ? {} : { maxBytes };
  const response = await ask({ url: url.href, headers, ...limit }, context);
  if (response.status === 200) return response;
  throw await errorOf(response, config);
}

async function signed(
  url: URL,
  { region }: S3Config,
  { secret, now }: Context,
): Promise<Record<string, string>> {
  if (!secret) return {};
  const signer = new AwsV4Signer({
    url: url.href,
    service: 's3',
    region,
    accessKeyId: secret.access_key_id,
    secretAccessKey: secret.secret_access_key,
    ...(secret.session_token && { sessionToken: secret.session_token }),
    datetime: new Date(now()).toISOString().replace(/[:-]|\.\d+/g, ''),
  });
  try {
    const { headers } = await signer.sign();
    return Object.fromEntries(headers);
  } catch {
    // The signature's headers take Latin characters only.
    throw new ConnectorFailure(
      'unauthorised',
      "The access key, session token or region contains characters that can't be sent.",
    );
  }
}

function urlOf({ endpoint, region, bucket, path_style }: S3Config, key: string): URL {
  const base = URL.parse(endpoint ?? `https://s3.${encodeURIComponent(region)}.amazonaws.com`);
  if (!base) throw new ConnectorFailure('invalid', 'The endpoint is not a URL.');
  const path = key.split('/').map(encodeKey).join('/');
  if (path_style)
    base.pathname = `${base.pathname.replace(/\/$/, '')}/${encodeKey(bucket)}/${path}`;
  else {
    base.hostname = `${bucket}.${base.hostname}`;
    base.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`;
  }
  return base;
}

function encodeKey(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function itemOf(object: S3Object, config: S3Config): SourceItem {
  return {
    ...fileOf(object),
    key: object.key,
    url: `s3://${config.bucket}/${object.key}`,
    etag: object.etag,
    memo: null,
  };
}

function fileOf({ key, size, modified_at }: S3Object) {
  return { name: nameOf(key), media_type: typeByName(key), size, modified_at };
}

function nameOf(key: string): string {
  return key.replace(/\/$/, '').split('/').at(-1) || key;
}

function missed(object: S3Object, config: S3Config): MissedItem[] {
  const message = problemOf(object);
  const { key, name, url } = itemOf(object, config);
  return message === undefined ? [] : [{ key, name, url, reason: 'unsupported', message }];
}

function problemOf({ key, storage_class }: S3Object): string | undefined {
  if (ARCHIVED.includes(storage_class ?? '')) return 'The object is archived. Restore it first.';
  // URL parsers resolve such segments, so these keys can't be requested.
  return /(^|\/)\.{1,2}(\/|$)/.test(key)
    ? "Objects with “.” or “..” in their path can't be read."
    : undefined;
}
