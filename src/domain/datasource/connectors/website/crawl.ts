import { Frontier, type Waiting } from '#core/datasource/frontier.ts';
import { isSameSite, normaliseUrl } from '#core/datasource/page-url.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type KnownItem,
  type ListedItem,
} from '../connector.ts';
import { readMemo } from './memo.ts';
import { readResponse } from './read-response.ts';
import { type Scope, scopeOf, type WebsiteConfig } from './scope.ts';
import { Site } from './site.ts';

/** The maximum number of requests per listed page: others are redirects, duplicates and excluded pages. */
const REQUESTS_PER_PAGE = 4;
const REQUESTS_MIN = 100;
/** After this many consecutive unreachable pages, a host is considered down. */
const FAILURES_MAX = 5;
const GONE = [404, 410];
/** Reasons to skip a page, as opposed to failures. */
const NOT_OURS = ['forbidden_by_robots', 'unsupported'];

/** The result of visiting one page. */
export type Found =
  | { kind: 'page'; item: ListedItem; depth: number }
  | { kind: 'failed' | 'skipped'; url: string; failure: ConnectorFailure }
  | { kind: 'gone'; url: string }
  // A duplicate of a page listed under another URL, or a redirect off the site.
  | { kind: 'same'; url: string };

/** Crawls a site breadth-first, within the limits of the configuration and the site. Each page is visited once. */
export class Crawl {
  readonly #config: WebsiteConfig;
  readonly #context: ConnectorContext<unknown>;
  readonly #site: Site;
  readonly #hashes = new Set<string>();
  #scope: Scope;
  /** The number of consecutive unreachable pages, by host. */
  readonly #failures = new Map<string, number>();
  #pages = 0;
  /** Pages that were found but not visited yet. */
  readonly frontier = new Frontier();
  /** The text of the first link to each page. */
  readonly titles = new Map<string, string>();
  /** Whether the start page was read. */
  hasStarted = false;
  /** Whether pages were dropped because there were too many. */
  isLimited = false;
  /** Whether unknown pages may exist because a page that links to them couldn't be read. */
  isIncomplete = false;

  /** @param delay milliseconds between two requests, unless the site asks for more */
  constructor(config: WebsiteConfig, context: ConnectorContext<unknown>, delay?: number) {
    this.#config = config;
    this.#context = context;
    this.#site = new Site(context, delay);
    this.#scope = scopeOf(config, config.url);
  }

  /** @throws ConnectorFailure when the start page can't be read, or the site stops responding */
  async *run(): AsyncGenerator<Found> {
    const { url: start, use_sitemap, page_limit } = this.#config;
    const first = await this.start();
    if (first) yield first;
    if (use_sitemap) await this.#addSitemaps(start);
    const requestsMax = Math.max(REQUESTS_MIN, page_limit * REQUESTS_PER_PAGE);
    while (this.#pages < page_limit && this.#site.requests < requestsMax) {
      const next = this.frontier.next();
      if (!next) break;
      yield (await this.#visit(next)) ?? { kind: 'same', url: next.url };
    }
    const [left] = this.frontier;
    this.isLimited = this.frontier.isLimited || left !== undefined;
  }

  /**
   * Reads the start page.
   * @throws ConnectorFailure when it can't be read
   */
  async start(): Promise<Found | undefined> {
    const url = normaliseUrl(this.#config.url);
    if (!url) throw new ConnectorFailure('invalid', 'Enter the URL of a page.');
    this.frontier.claim(url);
    // If the start page redirects, the site is that of its target.
    const visit = await this.#site.visit(url, () => true);
    if (!visit) throw new ConnectorFailure('invalid', `${url} redirects to something else.`);
    this.#scope = scopeOf(this.#config, visit.url);
    this.frontier.claim(visit.url);
    const read = await readResponse(visit, this.#scope, this.#context.maxBytes);
    this.#follow(read.links, 0);
    this.#hashes.add(read.hash);
    this.hasStarted = true;
    const isListed = read.isIndexed && this.#scope.has(visit.url);
    return isListed ? this.#list(read.item, 0) : undefined;
  }

  /**
   * Whether a page that the crawl didn't list is gone, if it may have missed some.
   * @throws ConnectorFailure when the site asks us to wait
   */
  async isGone(url: string): Promise<boolean> {
    if (!this.#scope.has(url)) return true;
    const memo = readMemo(await this.#context.known(url));
    try {
      const visit = await this.#site.visit(url, () => false, memo?.validators);
      return visit === undefined || GONE.includes(visit.response.status);
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.reason === 'rate_limited') throw error;
      return error.reason === 'forbidden_by_robots';
    }
  }

  async #addSitemaps(start: string): Promise<void> {
    for await (const url of this.#site.sitemapUrls(start, this.#config.page_limit * 2)) {
      if (this.#scope.has(url)) this.frontier.add({ url, depth: 0 }, true);
    }
  }

  async #visit({ url, depth }: Waiting): Promise<Found | undefined> {
    const known = await this.#context.known(url);
    const memo = readMemo(known);
    if (known?.is_listed && memo) return this.#relist(known, memo.links, depth);
    const { host } = new URL(url);
    try {
      if (this.#isDown(host)) throw new ConnectorFailure('unreachable', `${host} doesn't respond.`);
      const found = await this.#read(url, depth, known);
      this.#failures.delete(host);
      return found;
    } catch (error) {
      if (!(error instanceof ConnectorFailure)) throw error;
      return this.#failed(url, depth, error, known);
    }
  }

  async #read(
    start: string,
    depth: number,
    known: KnownItem | undefined,
  ): Promise<Found | undefined> {
    const memo = readMemo(known);
    const mayEnter = (url: string) => this.#scope.has(url) && this.frontier.claim(url);
    const visit = await this.#site.visit(start, mayEnter, memo?.validators);
    if (!visit) return undefined;
    if (visit.response.status === 304 && known && memo) {
      return this.#relist(known, memo.links, depth);
    }
    const read = await readResponse(visit, this.#scope, this.#context.maxBytes);
    this.#follow(read.links, depth);
    if (!read.isIndexed) {
      const failure = new ConnectorFailure(
        'forbidden_by_robots',
        'The page asks not to be indexed.',
      );
      return { kind: 'skipped', url: start, failure };
    }
    const { key } = read.item;
    if (key !== visit.url && !this.frontier.claim(key)) return undefined;
    if (this.#hashes.has(read.hash)) return undefined;
    this.#hashes.add(read.hash);
    return this.#list(read.item, depth);
  }

  /** Lists an unchanged page. */
  #relist(known: KnownItem, links: readonly string[], depth: number): Found | undefined {
    const { is_listed: _, ...item } = known;
    this.#follow(new Map(links.map((link) => [link, ''])), depth);
    if (item.etag && this.#hashes.has(item.etag)) return undefined;
    if (item.etag) this.#hashes.add(item.etag);
    return this.#list(item, depth);
  }

  #list(item: ListedItem, depth: number): Found {
    this.#pages += 1;
    return { kind: 'page', item, depth };
  }

  #follow(links: ReadonlyMap<string, string>, depth: number): void {
    if (depth >= this.#config.depth) return;
    for (const [url, text] of links) {
      if (!this.#scope.has(url)) continue;
      if (text && !this.titles.has(url)) this.titles.set(url, text);
      this.frontier.add({ url, depth: depth + 1 });
    }
  }

  #failed(
    url: string,
    depth: number,
    failure: ConnectorFailure,
    known: KnownItem | undefined,
  ): Found {
    if (failure.reason === 'not_found') return { kind: 'gone', url };
    if (NOT_OURS.includes(failure.reason)) return { kind: 'skipped', url, failure };
    if (failure.reason === 'rate_limited') throw failure;
    if (failure.reason === 'unreachable') this.#countFailure(url, failure);
    // The pages that it linked to presumably still exist.
    const memo = readMemo(known);
    if (memo) this.#follow(new Map(memo.links.map((link) => [link, ''])), depth);
    else this.isIncomplete = true;
    return { kind: 'failed', url, failure };
  }

  /** @throws the failure if the whole site is down, but not if only a subdomain is */
  #countFailure(url: string, failure: ConnectorFailure): void {
    const { host } = new URL(url);
    this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
    if (this.#isDown(host) && isSameSite(url, this.#config.url)) throw failure;
  }

  #isDown(host: string): boolean {
    return (this.#failures.get(host) ?? 0) >= FAILURES_MAX;
  }
}
