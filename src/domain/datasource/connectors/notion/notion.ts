import {
  blocksToMarkdown,
  plainText,
  propertiesToMarkdown,
} from '#core/datasource/notion-markdown.ts';
import { isObject } from '#core/json/is-object.ts';
import { SOURCE_ITEMS_MAX, SOURCE_LISTED_MAX } from '#core/limits.ts';
import {
  type BrowsePage,
  type Connector,
  ConnectorFailure,
  type SourceItem,
} from '../connector.ts';
import { tooLarge } from '../files.ts';
import { NotionApi, type NotionObject, type NotionSecret } from './notion-api.ts';
import { type Parent, plainId, Tree } from './notion-tree.ts';

export interface NotionConfig {
  /** IDs or URLs of the pages and databases to read, including everything below them. Empty for all shared ones. */
  pages: string[];
}

type NoState = Record<string, never>;

const ITEMS_AT_ONCE = 100;
/** Notion rounds times to minutes, so a page may change after it was read within the same minute. */
const ROUNDING_MS = 2 * 60_000;

/**
 * Reads the pages shared with an integration. Notion's search isn't guaranteed to be complete, so each page that it
 * doesn't list is checked before it counts as deleted.
 * @param api the address, ending in `/v1`
 */
export function notion(api: string): Connector<NotionConfig, NotionSecret, NoState> {
  return {
    async *changes(config, _state, context) {
      const client = new NotionApi(api, context);
      const tree = new Tree(config.pages, client);
      const listed = new Map<string, SourceItem>();
      const listedMax = config.pages.length > 0 ? SOURCE_LISTED_MAX : SOURCE_ITEMS_MAX;
      for (let cursor: string | null = null; ; ) {
        const { results, next } = await client.search(cursor);
        for (const result of results) {
          tree.add(result);
          if (result.object !== 'page' || isTrashed(result)) continue;
          const item = itemOf(result, context.now());
          listed.set(item.key, item);
        }
        if (listed.size > listedMax) throw tooMany(listedMax);
        if (next === null || next === cursor) break;
        cursor = next;
      }
      const inside: SourceItem[] = [];
      for (const item of listed.values()) if (await tree.has(item.key)) inside.push(item);
      if (inside.length > SOURCE_ITEMS_MAX) throw tooMany(SOURCE_ITEMS_MAX);
      for (let at = 0; at < inside.length; at += ITEMS_AT_ONCE) {
        yield { items: inside.slice(at, at + ITEMS_AT_ONCE) };
      }
      yield {
        items: [],
        end: {
          state: {},
          complete: true,
          // Those that the search lists are just not among the chosen ones.
          isGone: async (key) => listed.has(key) || isGone(client, key),
        },
      };
    },

    async fetch(_config, item, context) {
      const client = new NotionApi(api, context);
      const page = await client.page(item.key);
      if (isTrashed(page)) throw new ConnectorFailure('not_found', 'The page is in the trash.');
      const parts = [
        `# ${titleOf(page)}`,
        isRow(page) ? propertiesToMarkdown(page.properties) : '',
        blocksToMarkdown(await client.blocksOf(item.key)),
      ];
      const bytes = new TextEncoder().encode(`${parts.filter(Boolean).join('\n\n')}\n`);
      if (bytes.length > context.maxBytes) throw tooLarge(context.maxBytes);
      return { bytes, media_type: 'text/markdown; charset=utf-8' };
    },

    async browse(_config, _folder, cursor, context): Promise<BrowsePage> {
      const { results, next } = await new NotionApi(api, context).search(cursor);
      const shown = results.filter((result) => !isTrashed(result));
      const entries = shown.map((result) => ({
        id: plainId(result.id),
        name: titleOf(result),
        is_folder: false,
        media_type: null,
        size: null,
        modified_at: timeOf(result),
      }));
      return { entries, next_cursor: next };
    },

    async check(_config, context) {
      await new NotionApi(api, context).search(null);
    },
  };
}

function tooMany(max: number): ConnectorFailure {
  const count = max.toLocaleString('en-US');
  return new ConnectorFailure(
    'too_many',
    `There are more than ${count} pages. Choose pages to read, or share fewer with the integration.`,
  );
}

async function isGone(client: NotionApi, key: string): Promise<boolean> {
  try {
    return isTrashed(await client.page(key));
  } catch (error) {
    if (error instanceof ConnectorFailure && error.reason === 'not_found') return true;
    throw error;
  }
}

function itemOf(page: NotionObject, now: number): SourceItem {
  const modified = timeOf(page);
  const isRecent = modified !== null && now - Date.parse(modified) < ROUNDING_MS;
  return {
    key: plainId(page.id),
    name: titleOf(page),
    url: typeof page.url === 'string' ? page.url : null,
    media_type: 'text/markdown',
    size: null,
    etag: modified && isRecent ? `${modified} at ${now}` : modified,
    modified_at: modified,
    memo: null,
  };
}

function isTrashed({ in_trash, archived }: NotionObject): boolean {
  return in_trash === true || archived === true;
}

function isRow({ parent }: NotionObject): boolean {
  const { type } = isObject(parent) ? (parent as Parent) : {};
  return type === 'data_source_id' || type === 'database_id';
}

function titleOf({ title, properties }: NotionObject): string {
  const own = plainText(title);
  if (own) return own;
  for (const property of isObject(properties) ? Object.values(properties) : []) {
    if (isObject(property) && property.type === 'title')
      return plainText(property.title) || 'Untitled';
  }
  return 'Untitled';
}

function timeOf({ last_edited_time: time }: NotionObject): string | null {
  const parsed = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(parsed) ? null : new Date(parsed).toISOString();
}
