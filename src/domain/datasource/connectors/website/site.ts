import { decodeMarkup } from '#core/datasource/decode.ts';
import { isDocument } from '#core/datasource/document-type.ts';
import { isSamePage } from '#core/datasource/frontier.ts';
import { normaliseUrl } from '#core/datasource/page-url.ts';
import {
  NO_ROBOTS,
  parseRobots,
  ROBOTS_MAX_BYTES,
  type Robots,
  USER_AGENT,
} from '#core/datasource/robots.ts';
import { readSitemap } from '#core/datasource/sitemap.ts';
import { type ConnectorContext, ConnectorFailure, type HttpResponse } from '../connector.ts';
import { ask, inflated } from '../request.ts';

/** The delay between two requests in milliseconds, unless the site asks for more. */
const DELAY = 500;
/** The maximum delay. Sites that respond slowly are requested less often, up to this. */
const SLOW_DELAY_MAX = 5000;
const REDIRECTS_MAX = 5;
const SITEMAPS_MAX = 50;
const SITEMAP_MAX_BYTES = 10 * 1024 * 1024;
const SITEMAP_EXPANDED_MAX = 20 * 1024 * 1024;
/** Attempts per page: few, because a crawl has many pages, and a failed one is read in the next sync. */
const ATTEMPTS = 2;

type Context = ConnectorContext<unknown>;

/** A page or document as received, or the target of a redirect. */
export interface Visit {
  /** The normalised URL after redirects. */
  url: string;
  response: HttpResponse;
}

/** Reads one website politely: respects robots.txt, and limits the request rate. */
export class Site {
  readonly #context: Context;
  readonly #delay: number;
  readonly #robots = new Map<string, Promise<Robots>>();
  #next = 0;
  /** The number of requests so far. */
  requests = 0;

  constructor(context: Context, delay = DELAY) {
    this.#context = context;
    this.#delay = delay;
  }

  /**
   * Reads a page, following a limited number of redirects.
   * @param mayEnter whether a redirect may be followed
   * @param headers conditional headers of the first request
   * @returns undefined if a redirect may not be followed
   * @throws ConnectorFailure about this page
   */
  async visit(
    start: string,
    mayEnter: (url: string) => boolean,
    headers: Record<string, string> = {},
  ): Promise<Visit | undefined> {
    const passed = new Set<string>();
    for (let url = start; ; ) {
      await this.#requireAllowed(url);
      passed.add(url);
      const response = await this.#get(url, url === start ? headers : {});
      const location = redirectOf(response);
      if (location === undefined) return { url, response };
      const next = normaliseUrl(location, url);
      if (!next || (!isSamePage(next, start) && !mayEnter(next))) return undefined;
      if (passed.has(next) || passed.size > REDIRECTS_MAX) {
        throw new ConnectorFailure('invalid', `${start} redirects in a circle, or too often.`);
      }
      url = next;
    }
  }

  /** Whether robots.txt allows a page. If the file can't be read, nothing is allowed. */
  async #requireAllowed(url: string): Promise<void> {
    const robots = await this.robotsOf(url);
    if (robots.allows(url)) return;
    const { host } = new URL(url);
    throw new ConnectorFailure(
      'forbidden_by_robots',
      `The robots.txt of ${host} forbids this page.`,
    );
  }

  /** @throws ConnectorFailure if the file can't be read, because then nothing may be crawled (RFC 9309) */
  robotsOf(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    const known = this.#robots.get(origin) ?? this.#readRobots(origin);
    this.#robots.set(origin, known);
    return known;
  }

  async #readRobots(origin: string): Promise<Robots> {
    const url = `${origin}/robots.txt`;
    const response = await ask(
      { url, headers: HEADERS, maxBytes: ROBOTS_MAX_BYTES, redirects: REDIRECTS_MAX },
      this.#context,
    );
    if (response.status !== 200) return NO_ROBOTS;
    return parseRobots(url, decodeMarkup(response.body, response.headers['content-type'] ?? null));
  }

  async #get(url: string, headers: Record<string, string>): Promise<HttpResponse> {
    await this.#wait(url);
    const start = this.#context.now();
    this.requests += 1;
    const { pathname } = new URL(url);
    const response = await ask(
      {
        url,
        headers: { ...HEADERS, accept: ACCEPT, ...headers },
        maxBytes: this.#context.maxBytes,
        isWanted: ({ status, headers: { 'content-type': type } }) =>
          status === 200 && isDocument(type, pathname),
      },
      this.#context,
      { attempts: ATTEMPTS },
    );
    const took = this.#context.now() - start;
    this.#next += Math.min(took, SLOW_DELAY_MAX);
    return inflated(response, this.#context.maxBytes, this.#context);
  }

  async #wait(url: string): Promise<void> {
    const { delay } = await this.robotsOf(url);
    const { now, sleep, signal } = this.#context;
    const wait = this.#next - now();
    if (wait > 0) await sleep(wait, signal);
    this.#next = now() + Math.max(this.#delay, delay);
  }

  /** The URLs in the sitemaps named by robots.txt, or in `/sitemap.xml`. Unreadable sitemaps are skipped. */
  async *sitemapUrls(start: string, max: number): AsyncGenerator<string> {
    const { sitemaps } = await this.robotsOf(start);
    const open = sitemaps.length > 0 ? [...sitemaps] : [new URL('/sitemap.xml', start).href];
    const seen = new Set<string>();
    let count = 0;
    for (let url = open.shift(); url && seen.size < SITEMAPS_MAX; url = open.shift()) {
      if (seen.has(url)) continue;
      seen.add(url);
      const sitemap = await this.#readSitemap(url);
      open.push(...sitemap.sitemaps.flatMap((text) => normaliseUrl(text, url) ?? []));
      for (const text of sitemap.urls) {
        const page = normaliseUrl(text, url);
        if (page) yield page;
        count += 1;
        if (count >= max) return;
      }
    }
  }

  async #readSitemap(url: string): Promise<{ urls: string[]; sitemaps: string[] }> {
    try {
      const response = await ask(
        { url, headers: HEADERS, maxBytes: SITEMAP_MAX_BYTES, redirects: REDIRECTS_MAX },
        this.#context,
        { attempts: ATTEMPTS },
      );
      if (response.status !== 200) return { urls: [], sitemaps: [] };
      const { body } = await inflated(response, SITEMAP_EXPANDED_MAX, this.#context, 'always');
      return await readSitemap(decodeMarkup(body, response.headers['content-type'] ?? null));
    } catch {
      this.#context.signal.throwIfAborted();
      return { urls: [], sitemaps: [] };
    }
  }
}

const HEADERS = { 'user-agent': USER_AGENT };
const ACCEPT = 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.5';

function redirectOf({ status, headers }: HttpResponse): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
}
