import { decodeMarkup } from '#core/datasource/decode.ts';
import { bareType, isDocument, isHtml, typeByName } from '#core/datasource/document-type.ts';
import { isSamePage } from '#core/datasource/frontier.ts';
import { type PageInfo, readPage, readRobotsTag } from '#core/datasource/page.ts';
import { normaliseUrl } from '#core/datasource/page-url.ts';
import { ROBOT } from '#core/datasource/robots.ts';
import { sha256 } from '#core/sha256.ts';
import {
  ConnectorFailure,
  type Content,
  type HttpResponse,
  type ListedItem,
} from '../connector.ts';
import { writeMemo } from './memo.ts';
import type { Scope } from './scope.ts';
import type { Visit } from './site.ts';

/** The number of bytes of a page that are parsed for links. */
const SEARCHED_MAX = 2 * 1024 * 1024;

export interface ReadResponse {
  item: ListedItem;
  /** Normalised URLs of links to pages of the site, with the links' texts. */
  links: Map<string, string>;
  isIndexed: boolean;
  /** The text for detecting duplicates. */
  hash: string;
}

/**
 * Reads a site's response for a page or document.
 * @throws ConnectorFailure about this page
 */
export async function readResponse(
  { url, response }: Visit,
  scope: Scope,
  maxBytes: number,
): Promise<ReadResponse> {
  const content = contentOfPage({ url, response }, maxBytes);
  const type = content.media_type;
  const header = readRobotsTag(response.headers['x-robots-tag'] ?? '', ROBOT);
  const start = response.body.subarray(0, SEARCHED_MAX);
  const page = isHtml(type) ? await readPage(decodeMarkup(start, type), ROBOT) : undefined;
  const links =
    page?.isFollowed && !header.noFollow ? linksOf(page, url, scope) : new Map<string, string>();
  const key = (page && canonicalOf(page, url, scope)) ?? url;
  // Only the visible text is hashed, because invisible parts differ on every request on some sites.
  const isText = page && start.length === response.body.length;
  const hash = await sha256(isText ? `${page.title}\n${page.text}` : response.body);
  return {
    links,
    hash,
    isIndexed: !header.noIndex && page?.isIndexed !== false,
    item: {
      key,
      name: page?.title || nameOf(url),
      url: key,
      media_type: bareType(type) || null,
      size: response.body.length,
      etag: hash,
      modified_at: timeOf(response.headers['last-modified']),
      memo: writeMemo(response, [...links.keys()]),
      content,
    },
  };
}

/**
 * The content of a site's response for a page or document.
 * @throws ConnectorFailure about this page
 */
export function contentOfPage({ url, response }: Visit, maxBytes: number): Content {
  return { bytes: response.body, media_type: requireDocument(url, response, maxBytes) };
}

/** The media type of the response, if it can be read. */
function requireDocument(url: string, response: HttpResponse, maxBytes: number): string {
  const { status, headers, isCut } = response;
  if (status !== 200) throw failureOf(status);
  const name = new URL(url).pathname;
  const type = headers['content-type'] ?? '';
  if (!isDocument(type, name)) {
    throw new ConnectorFailure(
      'unsupported',
      `${type || 'This file'} can't be read as a document.`,
    );
  }
  if (isCut) {
    const megabytes = Math.round(maxBytes / 1024 / 1024);
    throw new ConnectorFailure('too_large', `The file is larger than ${megabytes} MB.`);
  }
  return /octet-stream|^$/.test(bareType(type)) ? (typeByName(name) ?? type) : type;
}

function failureOf(status: number): ConnectorFailure {
  if (status === 404 || status === 410) {
    return new ConnectorFailure('not_found', `There is no such page (status ${status}).`);
  }
  if (status === 401 || status === 403) {
    // Nobody has given us credentials that could be wrong.
    return new ConnectorFailure(
      'invalid',
      `The page isn't public, or the site blocks crawlers (status ${status}).`,
    );
  }
  return new ConnectorFailure('invalid', `The site responded with status ${status}.`);
}

function linksOf(page: PageInfo, url: string, scope: Scope): Map<string, string> {
  const base = page.base === undefined ? url : (URL.parse(page.base, url)?.href ?? url);
  const links = new Map<string, string>();
  const hrefs = [...page.links, ...(page.refresh ? [{ href: page.refresh, text: '' }] : [])];
  for (const { href, text } of hrefs) {
    const link = normaliseUrl(href, base);
    if (link && scope.isOnSite(link) && !links.get(link)) links.set(link, text);
  }
  return links;
}

/** The page's canonical URL. Many sites name their home page on all pages by mistake, so that is ignored. */
function canonicalOf(page: PageInfo, url: string, scope: Scope): string | undefined {
  const canonical = page.canonical && normaliseUrl(page.canonical, url);
  if (!canonical || isSamePage(canonical, url) || !scope.has(canonical)) return undefined;
  return new URL(canonical).pathname === '/' ? undefined : canonical;
}

function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  if (last === undefined) return host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function timeOf(date: string | undefined): string | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
