import { describe, expect, it, vi } from 'vitest';
import { type Any, call, projectPath, type Target, uniqueName } from '../target.ts';

/** Data sources: what they contain becomes documents, and stays in step. */
export function suite(target: () => Target): void {
  const collection = async (): Promise<string> => {
    const path = `${projectPath(target())}/collection`;
    const { body } = await call(target(), 'editor', 'POST', path, {
      body: { name: uniqueName('Sources') },
    });
    return `${path}/${body.id}`;
  };
  const website = (more: object = {}) => ({
    kind: 'website',
    url: target().website,
    depth: 1,
    use_sitemap: false,
    exclude: ['/blog/**', '/guides/*'],
    ...more,
  });
  const create = (path: string, config: object, more: object = {}) =>
    call(target(), 'editor', 'POST', `${path}/datasource`, {
      body: { name: 'Shop', config, interval: 'daily', ...more },
    });
  const ended = (path: string): Promise<Any> =>
    vi.waitFor(
      async () => {
        const { body } = await call(target(), 'member', 'GET', path);
        expect(body.last_sync?.ended_at).toBeTypeOf('string');
        return body;
      },
      { timeout: 25_000, interval: 50 },
    );
  const documents = async (path: string) => {
    const { body } = await call(target(), 'member', 'GET', `${path}/document?sort=name`);
    return body.results as Any[];
  };

  /** The one price that a search finds, once it is higher than another. */
  const priceAbove = (path: string, other: number): Promise<number> =>
    vi.waitFor(
      async () => {
        const body = { query: 'team plan a month' };
        const found = await call(target(), 'member', 'POST', `${path}/search`, { body });
        const texts: string[] = found.body.results.map(({ text }: Any) => text);
        const prices = texts.flatMap((text) => /costs \$(\d+)/.exec(text)?.[1] ?? []);
        expect(prices).toHaveLength(1);
        expect(Number(prices[0])).toBeGreaterThan(other);
        return Number(prices[0]);
      },
      { timeout: 25_000, interval: 100 },
    );

  describe('data sources', () => {
    it('a website is previewed, synced and synced again: only what changed is read anew', async () => {
      const path = await collection();
      const preview = await call(target(), 'editor', 'POST', `${path}/datasource/preview`, {
        body: website(),
      });
      expect(preview.status).toBe(200);
      expect(preview.body.pages.map(({ url }: Any) => new URL(url).pathname).sort()).toEqual([
        '/',
        '/guides',
        '/prices',
      ]);
      const made = await create(path, website());
      expect(made.status).toBe(201);
      const at = `${path}/datasource/${made.body.id}`;
      const first = await ended(at);
      expect(first).toMatchObject({
        status: 'active',
        documents: 3,
        error: null,
        last_sync: { status: 'succeeded', added: 3, changed: 0, removed: 0, failed: 0 },
      });
      expect(Date.parse(first.next_sync_at)).toBeGreaterThan(Date.now());
      const names = (await documents(path)).map(({ name, origin }) => [name, origin.type]);
      expect(names).toContainEqual(['Prices', 'datasource']);
      const price = await priceAbove(path, 0);
      const { id } = (await documents(path)).find(({ name }) => name === 'Prices');
      const named = { body: { name: 'What it costs' } };
      await call(target(), 'editor', 'PATCH', `${path}/document/${id}`, named);

      const again = await call(target(), 'editor', 'POST', `${at}/sync`);
      expect(again.body).toMatchObject({ trigger: 'manual', added: 0 });
      const second = await vi.waitFor(
        async () => {
          const { last_sync } = await ended(at);
          expect(last_sync.id).toBe(again.body.id);
          return last_sync;
        },
        { timeout: 25_000, interval: 50 },
      );
      expect(second).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 2 });
      expect(await priceAbove(path, price)).toBeGreaterThan(price);
      // The same document, with the name that somebody gave it.
      const after = (await documents(path)).map((document) => [document.id, document.name]);
      expect(after).toContainEqual([id, 'What it costs']);
      const log = `${at}/sync/${second.id}/entry`;
      const entries = await call(target(), 'member', 'GET', `${log}?result=changed`);
      expect(entries.body.results).toMatchObject([{ name: 'Prices', result: 'changed' }]);
      const none = await call(target(), 'member', 'GET', `${log}?result=failed`);
      expect(none.body.results).toEqual([]);
      const syncs = await call(target(), 'member', 'GET', `${at}/sync?page_limit=1`);
      expect(syncs.body.results).toMatchObject([{ id: second.id }]);
      expect(syncs.body.pagination.has_next).toBe(true);
      const late = await call(target(), 'editor', 'POST', `${at}/sync/${second.id}/cancel`);
      expect([late.status, late.body.code]).toEqual([409, 'datasource_not_ready']);
    }, 60_000);

    it('another configuration is followed at once, and pages that it leaves out are removed', async () => {
      const path = await collection();
      const { body } = await create(path, website({ exclude: ['/blog/**', '/guides/**'] }));
      const at = `${path}/datasource/${body.id}`;
      expect((await ended(at)).documents).toBe(2);
      const change = { config: website({ exclude: ['/blog/**', '/guides/**', '/prices'] }) };
      const stale = { body: change, headers: { 'if-match': '"99"' } };
      expect((await call(target(), 'editor', 'PATCH', at, stale)).status).toBe(412);
      expect((await call(target(), 'member', 'PATCH', at, { body: change })).status).toBe(403);
      const changed = await call(target(), 'editor', 'PATCH', at, { body: change });
      expect(changed.status).toBe(200);
      await vi.waitFor(
        async () => {
          const view = await ended(at);
          expect(view).toMatchObject({
            documents: 1,
            last_sync: { removed: 1, status: 'succeeded' },
          });
        },
        { timeout: 25_000, interval: 50 },
      );
      const kind = { config: { kind: 'rss', url: target().website } };
      const other = await call(target(), 'editor', 'PATCH', at, { body: kind });
      expect([other.status, other.body.errors[0].pointer]).toEqual([400, '/config/kind']);
      const paused = await call(target(), 'editor', 'PATCH', at, { body: { is_paused: true } });
      expect(paused.body).toMatchObject({ status: 'paused', next_sync_at: null });
    }, 60_000);

    it('are deleted with their documents, or without', async () => {
      for (const [keep, left] of [
        [false, 0],
        [true, 1],
      ]) {
        const path = await collection();
        const { body } = await create(path, website({ depth: 0 }));
        const at = `${path}/datasource/${body.id}`;
        await ended(at);
        expect((await call(target(), 'member', 'DELETE', at)).status).toBe(403);
        const gone = await call(target(), 'editor', 'DELETE', `${at}?keep_documents=${keep}`);
        expect(gone.status).toBe(204);
        expect((await call(target(), 'editor', 'GET', at)).status).toBe(404);
        expect(await documents(path)).toHaveLength(Number(left));
        const list = await call(target(), 'member', 'GET', `${path}/datasource`);
        expect(list.body.results).toEqual([]);
      }
    }, 60_000);

    it("addresses that can't be read are refused with the reason", async () => {
      const path = await collection();
      const bad = await create(path, website({ url: 'ftp://example.com' }));
      expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '/config/url']);
      const local = await call(target(), 'editor', 'POST', `${path}/datasource/preview`, {
        body: website({ url: 'http://10.0.0.1/' }),
      });
      expect(local.status).toBe(400);
      expect(local.body.errors[0].message).toContain('It is not possible to crawl this URL.');
      const bare = await create(path, { kind: 's3', bucket: 'handbook' });
      expect([bare.status, bare.body.errors[0].pointer]).toEqual([400, '/credentials']);
    });

    it('a connection is tested without storing anything', async () => {
      const path = await collection();
      const test = (body: object, who: 'editor' | 'member' = 'editor') =>
        call(target(), who, 'POST', `${path}/datasource/test`, { body });
      expect((await test({ config: website() })).status).toBe(204);
      expect((await test({ config: website() }, 'member')).status).toBe(403);
      const bad = await test({ config: website({ url: 'ftp://example.com' }) });
      expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '/config/url']);
      const bare = await test({ config: { kind: 's3', bucket: 'handbook' } });
      expect([bare.status, bare.body.errors[0].pointer]).toEqual([400, '/credentials']);
      const unknown = await test({ config: website(), datasource_id: 'datasource_0' });
      expect(unknown.status).toBe(404);
      const made = await create(path, website({ depth: 0 }), { interval: 'manual' });
      const datasource_id = made.body.id;
      expect((await test({ config: website(), datasource_id })).status).toBe(204);
      const kind = await test({ config: { kind: 'google_drive' }, datasource_id });
      expect([kind.status, kind.body.errors[0].pointer]).toEqual([400, '/config/kind']);
      const list = await call(target(), 'member', 'GET', `${path}/datasource`);
      expect(list.body.results).toHaveLength(1);
    }, 30_000);

    it('a Google Drive waits for an account, and an installation without registration says so', async () => {
      const path = await collection();
      const made = await create(path, { kind: 'google_drive' });
      expect(made.body).toMatchObject({
        status: 'disconnected',
        last_sync: null,
        credentials_hint: null,
      });
      const at = `${path}/datasource/${made.body.id}`;
      const connect = await call(target(), 'editor', 'POST', `${at}/connect`);
      expect(connect.status).toBe(409);
      expect(connect.body.detail).toContain('GOOGLE_CLIENT_ID');
      const files = await call(target(), 'editor', 'GET', `${at}/file`);
      expect([files.status, files.body.title]).toEqual([401, 'Authentication failed']);
      expect((await call(target(), 'editor', 'POST', `${at}/sync`)).status).toBe(401);
      const code = { body: { code: 'code', state: 'state' } };
      const complete = await call(target(), 'editor', 'POST', `${at}/connection`, code);
      expect([complete.status, complete.body.errors[0].pointer]).toEqual([400, '/state']);
    });
  });
}
