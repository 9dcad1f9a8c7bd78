import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  notion as connect,
  type NotionConfig,
} from '#domain/datasource/connectors/notion/notion.ts';
import type { NotionSecret } from '#domain/datasource/connectors/notion/notion-api.ts';
import {
  NOTION_TOKEN,
  type NotionServer,
  notionId,
  richText,
  startNotion,
} from '../../../../../tests/support/sources/notion-server.ts';
import { syncAll, testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();
let server: NotionServer;
let notion: ReturnType<typeof connect>;
beforeEach(async () => {
  await server?.close();
  server = await startNotion();
  notion = connect(`${server.url}/v1`);
});
afterAll(() => server.close());

const ALL = { pages: [] };
const contextOf = (token = NOTION_TOKEN) =>
  testContext<NotionSecret>(outbound, { secret: { token } });
const names = (items: { name: string }[]) => items.map(({ name }) => name);

describe('a sync', () => {
  it('lists all pages that are shared, page by page', async () => {
    for (let n = 1; n <= 250; n += 1) server.addPage(n, `Page ${n}`);
    const { items, end } = await syncAll(notion, ALL, contextOf());
    expect(items).toHaveLength(250);
    expect(items[0]).toMatchObject({
      key: notionId(1).replaceAll('-', ''),
      name: 'Page 1',
      url: expect.stringContaining('https://www.notion.so/'),
      etag: '2026-11-01T10:00:00.000Z',
      modified_at: '2026-11-01T10:00:00.000Z',
    });
    expect(end?.complete).toBe(true);
  });

  it('lists what is below the chosen pages and databases', async () => {
    const root = server.addPage(1, 'Root');
    server.addPage(2, 'Child', { parent: { type: 'page_id', page_id: root } });
    server.addPage(3, 'Other');
    server.addPage(4, 'In a column', { parent: { type: 'block_id', block_id: notionId(50) } });
    server.blocks.set(notionId(2), [{ id: notionId(50), type: 'column', has_children: true }]);
    server.objects.set(notionId(60), {
      object: 'data_source',
      id: notionId(60),
      title: richText('Table'),
      parent: { type: 'database_id', database_id: notionId(61) },
      database_parent: { type: 'page_id', page_id: notionId(3) },
    });
    const row = { type: 'data_source_id', data_source_id: notionId(60), database_id: notionId(61) };
    server.addPage(5, 'Row', { parent: row });
    server.addPage(6, 'Elsewhere', { parent: { type: 'block_id', block_id: notionId(99) } });
    const sync = async (...pages: string[]) =>
      names((await syncAll(notion, { pages }, contextOf())).items);
    expect(await sync(root)).toEqual(['Root', 'Child', 'In a column']);
    expect(
      await sync(`https://www.notion.so/Table-${notionId(61).replaceAll('-', '')}?v=1`),
    ).toEqual(['Row']);
    expect(await sync(notionId(60), notionId(2))).toEqual(['Child', 'In a column', 'Row']);
    expect(await sync(notionId(3))).toEqual(['Other', 'Row']);
  });

  it('follows deletions, and asks before it believes in them', async () => {
    for (let n = 1; n <= 4; n += 1) server.addPage(n, `Page ${n}`);
    const context = contextOf();
    await syncAll(notion, ALL, context);
    server.unlisted.add(notionId(1));
    server.objects.delete(notionId(2));
    server.addPage(3, 'Page 3', { in_trash: true });
    const keyOf = (n: number) => notionId(n).replaceAll('-', '');
    const areGone = async (config: NotionConfig, ...pages: number[]) => {
      const { items, end } = await syncAll(notion, config, context);
      expect(end?.complete).toBe(true);
      expect(items.map(({ key }) => key)).not.toContain(keyOf(1));
      return Promise.all(pages.map((n) => end?.isGone?.(keyOf(n))));
    };
    expect(await areGone(ALL, 1, 2, 3)).toEqual([false, true, true]);
    // Those that were chosen before are gone, although they exist.
    expect(await areGone({ pages: [notionId(1)] }, 1, 4)).toEqual([false, true]);
  });

  it('gives a page that was just edited another etag each time', async () => {
    server.addPage(1, 'New', { last_edited_time: new Date().toISOString() });
    const context = contextOf();
    const first = await syncAll(notion, ALL, context);
    await context.sleep(1000, context.signal);
    const second = await syncAll(notion, ALL, context);
    expect(second.items[0]?.etag).not.toBe(first.items[0]?.etag);
  });

  it('waits as long as it is told, and ends when the token is revoked in the middle', async () => {
    for (let n = 1; n <= 150; n += 1) server.addPage(n, `Page ${n}`);
    const context = contextOf();
    server.failures.push({ status: 429, headers: { 'retry-after': '7' } });
    expect((await syncAll(notion, ALL, context)).items).toHaveLength(150);
    expect(context.waits[0]).toBeGreaterThan(6000);
    server.failures.push({ status: 502 }, { status: 401 });
    await expect(syncAll(notion, ALL, context)).rejects.toMatchObject({ reason: 'unauthorised' });
  });
});

describe('fetch', () => {
  it('writes a page as Markdown', async () => {
    const id = server.addPage(1, 'Guide');
    const block = (n: number, type: string, content: object, has_children = false) => ({
      object: 'block',
      id: notionId(n),
      type,
      has_children,
      [type]: content,
    });
    server.blocks.set(id, [
      block(10, 'heading_1', { rich_text: richText('Start') }),
      block(11, 'paragraph', {
        rich_text: [
          ...richText('See '),
          ...richText('the site ', { href: 'https://a.test/', annotations: { bold: true } }),
          ...richText('now'),
        ],
      }),
      block(12, 'bulleted_list_item', { rich_text: richText('One') }, true),
      block(13, 'bulleted_list_item', { rich_text: richText('Two') }),
      block(14, 'table', { has_column_header: true }, true),
      block(15, 'child_page', { title: 'Below' }, true),
      block(16, 'unsupported', {}),
    ]);
    server.blocks.set(notionId(12), [
      block(20, 'numbered_list_item', { rich_text: richText('Inner') }, true),
    ]);
    server.blocks.set(notionId(20), [block(21, 'paragraph', { rich_text: richText('Deep') })]);
    server.blocks.set(notionId(14), [
      block(22, 'table_row', { cells: [richText('A'), richText('B|C')] }),
      block(23, 'table_row', { cells: [richText('1')] }),
    ]);
    const context = contextOf();
    const { items } = await syncAll(notion, ALL, context);
    const content = items[0] && (await notion.fetch(ALL, items[0], context));
    expect(content?.media_type).toBe('text/markdown; charset=utf-8');
    expect(new TextDecoder().decode(content?.bytes)).toBe(`# Guide

# Start

See [**the site**](https://a.test/) now

- One
  1. Inner
     Deep
- Two

| A | B\\|C |
| --- | --- |
| 1 |  |

Below
`);
  });

  it('writes the properties of rows, and reads long pages', async () => {
    const id = server.addPage(1, 'Row', {
      parent: { type: 'data_source_id', data_source_id: notionId(9) },
      properties: {
        Name: { type: 'title', title: richText('Task 7') },
        Status: { type: 'status', status: { name: 'Done' } },
        Tags: { type: 'multi_select', multi_select: [{ name: 'a' }, { name: 'b' }] },
        Due: { type: 'date', date: { start: '2026-01-01', end: null } },
        Sum: { type: 'formula', formula: { type: 'number', number: 3 } },
        Empty: { type: 'select', select: null },
      },
    });
    const paragraphs = Array.from({ length: 250 }, (_, n) => ({
      id: notionId(100 + n),
      type: 'paragraph',
      paragraph: { rich_text: richText(`Paragraph ${n}.`) },
    }));
    server.blocks.set(id, paragraphs);
    const context = contextOf();
    const { items } = await syncAll(notion, ALL, context);
    const content = items[0] && (await notion.fetch(ALL, items[0], context));
    const text = new TextDecoder().decode(content?.bytes);
    expect(text).toMatch(
      /^# Task 7\n\n- Status: Done\n- Tags: a, b\n- Due: 2026-01-01\n- Sum: 3\n\nParagraph 0\./,
    );
    expect(text).toContain('Paragraph 249.');
  });

  it('says what is wrong', async () => {
    const id = server.addPage(1, 'Page');
    const context = contextOf();
    const { items } = await syncAll(notion, ALL, context);
    const fetch = async () => items[0] && notion.fetch(ALL, items[0], context);
    const endless = Array.from({ length: 21_000 }, () => ({ id: notionId(7), type: 'divider' }));
    server.blocks.set(id, endless);
    await expect(fetch()).rejects.toMatchObject({ reason: 'too_large' });
    server.objects.clear();
    await expect(fetch()).rejects.toMatchObject({ reason: 'not_found' });
    for (const token of ['wrong', '日本'])
      await expect(notion.check(ALL, contextOf(token))).rejects.toMatchObject({
        reason: 'unauthorised',
      });
    const anonymous = testContext<NotionSecret>(outbound);
    await expect(notion.check(ALL, anonymous)).rejects.toThrow('Enter the token');
  });
});

it('browse lists pages and databases', async () => {
  server.addPage(1, 'Page');
  server.objects.set(notionId(2), {
    object: 'data_source',
    id: notionId(2),
    title: richText('Table'),
  });
  server.pageSize = 1;
  const first = await notion.browse?.(ALL, null, null, contextOf());
  const second = await notion.browse?.(ALL, null, first?.next_cursor ?? null, contextOf());
  expect([first, second].flatMap((page) => names(page?.entries ?? []))).toEqual(['Page', 'Table']);
  expect(second?.next_cursor).toBeNull();
});
