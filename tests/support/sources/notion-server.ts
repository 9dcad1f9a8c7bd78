import { type SourceServer, sendJson, serveSource } from './serve.ts';

type Json = Record<string, unknown>;

export interface NotionServer extends SourceServer {
  /** Pages and data sources by id, in any order. */
  objects: Map<string, Json>;
  /** Children of pages and blocks. */
  blocks: Map<string, Json[]>;
  /** Ids that the search leaves out, as Notion's does now and then. */
  unlisted: Set<string>;
  pageSize: number;
  failures: { status: number; headers?: Record<string, string> }[];
  /** Adds a page; the number becomes its id. */
  addPage(n: number, title: string, options?: Json): string;
}

export const NOTION_TOKEN = 'ntn_test';

/** Ids as Notion writes them. */
export function notionId(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export const richText = (text: string, more: Json = {}) => [
  { type: 'text', text: { content: text }, plain_text: text, annotations: {}, href: null, ...more },
];

/** Notion's API, for an integration with one token. */
export async function startNotion(): Promise<NotionServer> {
  const server = await serveSource(({ method, url, headers, body }, response) => {
    const failure = notion.failures.shift();
    if (failure) return sendJson(response, failure.status, { object: 'error' }, failure.headers);
    if (headers.authorization !== `Bearer ${NOTION_TOKEN}`) {
      return sendJson(response, 401, { object: 'error', code: 'unauthorized' });
    }
    if (headers['notion-version'] !== '2025-09-03') {
      return sendJson(response, 400, { object: 'error', code: 'missing_version' });
    }
    const [, , kind, id = '', rest] = url.pathname.split('/');
    const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (kind === 'search' && method === 'POST') {
      const { start_cursor, page_size = 100 } = JSON.parse(body) as Record<string, string>;
      const all = [...notion.objects.values()].filter(
        (one) => one.in_trash !== true && !notion.unlisted.has(String(one.id)),
      );
      return sendJson(response, 200, listOf(all, start_cursor, Number(page_size)));
    }
    if (kind === 'blocks' && rest === 'children') {
      const blocks = notion.blocks.get(dashed);
      if (!blocks && !notion.objects.has(dashed))
        return sendJson(response, 404, { object: 'error' });
      return sendJson(
        response,
        200,
        listOf(blocks ?? [], url.searchParams.get('start_cursor'), 100),
      );
    }
    const block = [...notion.blocks].find(([, list]) => list.some((one) => one.id === dashed));
    const object =
      kind === 'blocks' && block
        ? { object: 'block', id: dashed, parent: { type: 'page_id', page_id: block[0] } }
        : notion.objects.get(dashed);
    if (!object) return sendJson(response, 404, { object: 'error', code: 'object_not_found' });
    return sendJson(response, 200, object);
  });

  function listOf(all: Json[], cursor: string | null | undefined, size: number) {
    const start = cursor ? Number(cursor.slice(1)) : 0;
    const end = start + Math.min(size, notion.pageSize);
    const isMore = end < all.length;
    return {
      object: 'list',
      results: all.slice(start, end),
      has_more: isMore,
      next_cursor: isMore ? `c${end}` : null,
    };
  }

  const notion: NotionServer = {
    ...server,
    objects: new Map(),
    blocks: new Map(),
    unlisted: new Set(),
    pageSize: 100,
    failures: [],
    addPage(n, title, options = {}) {
      const id = notionId(n);
      notion.objects.set(id, {
        object: 'page',
        id,
        parent: { type: 'workspace', workspace: true },
        last_edited_time: '2026-11-01T10:00:00.000Z',
        in_trash: false,
        url: `https://www.notion.so/Title-${id.replaceAll('-', '')}`,
        properties: { title: { id: 'title', type: 'title', title: richText(title) } },
        ...options,
      });
      return id;
    },
  };
  return notion;
}
