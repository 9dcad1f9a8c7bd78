import type { NotionBlock } from '#core/datasource/notion-markdown.ts';
import { USER_AGENT } from '#core/datasource/robots.ts';
import { isObject } from '#core/json/is-object.ts';
import { type ConnectorContext, ConnectorFailure } from '../connector.ts';
import { ask, failureOf, readObject } from '../request.ts';

export interface NotionSecret {
  /** The token of an integration that the pages are shared with. */
  token: string;
}

export type NotionContext = ConnectorContext<NotionSecret>;
export type NotionObject = Record<string, unknown>;

const VERSION = '2025-09-03';
const PAGE_SIZE = 100;
/** The maximum number of requests per page. */
const BLOCKS_MAX = 20_000;
const REQUESTS_MAX = 400;
const DEPTH_MAX = 12;
/** Blocks whose children are separate items. */
const OWN_ITEMS = ['child_page', 'child_database'];

export interface NotionList {
  results: NotionObject[];
  next: string | null;
}

/** The parts of Notion's API that reading needs. */
export class NotionApi {
  readonly #api: string;
  readonly #context: NotionContext;

  /** @param api the base URL, ending in `/v1` */
  constructor(api: string, context: NotionContext) {
    this.#api = api;
    this.#context = context;
  }

  /** One page of the objects shared with the integration, most recently edited first. */
  async search(cursor: string | null): Promise<NotionList> {
    const body = {
      sort: { timestamp: 'last_edited_time', direction: 'descending' },
      page_size: PAGE_SIZE,
      ...(cursor !== null && { start_cursor: cursor }),
    };
    return toList(await this.#send('/search', 'pages', body));
  }

  page(id: string): Promise<NotionObject> {
    return this.#send(`/pages/${encodeURIComponent(id)}`, 'page');
  }

  block(id: string): Promise<NotionObject> {
    return this.#send(`/blocks/${encodeURIComponent(id)}`, 'block');
  }

  /** @throws ConnectorFailure `too_large` */
  async blocksOf(pageId: string): Promise<NotionBlock[]> {
    let [blocks, requests] = [0, 0];
    const read = async (id: string, depth: number): Promise<NotionBlock[]> => {
      const found: NotionBlock[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after = cursor && `&start_cursor=${encodeURIComponent(cursor)}`;
        const path = `/blocks/${encodeURIComponent(id)}/children?page_size=${PAGE_SIZE}${after}`;
        const { results, next } = toList(await this.#send(path, 'page'));
        blocks += results.length;
        requests += 1;
        if (blocks > BLOCKS_MAX || requests > REQUESTS_MAX) {
          throw new ConnectorFailure(
            'too_large',
            'The page has too many blocks. Split it into several.',
          );
        }
        for (const { id: child, type, has_children, ...rest } of results) {
          if (typeof child !== 'string' || typeof type !== 'string') continue;
          const content = rest[type];
          const isParent = has_children === true && !OWN_ITEMS.includes(type) && depth < DEPTH_MAX;
          const children = isParent ? await read(child, depth + 1) : [];
          found.push({ type, content: isObject(content) ? content : {}, children });
        }
        cursor = next;
      }
      return found;
    };
    return read(pageId, 0);
  }

  async #send(path: string, what: string, body?: unknown): Promise<NotionObject> {
    const { secret } = this.#context;
    if (!secret) {
      throw new ConnectorFailure('unauthorised', 'Enter the token of a Notion integration.');
    }
    const response = await ask(
      {
        url: this.#api + path,
        headers: {
          authorization: `Bearer ${secret.token}`,
          'notion-version': VERSION,
          'user-agent': USER_AGENT,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      },
      this.#context,
    );
    if (response.status !== 200) throw failureOf(response, what);
    return readObject(response);
  }
}

function toList({ results, has_more, next_cursor }: NotionObject): NotionList {
  const isMore = has_more === true && typeof next_cursor === 'string';
  return {
    results: Array.isArray(results) ? results.filter(isObject) : [],
    next: isMore ? next_cursor : null,
  };
}
