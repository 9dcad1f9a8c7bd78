import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type SourceRequest, type SourceServer, serveSource } from './serve.ts';

/** A page: its HTML, or a response. */
export type FakePage =
  | string
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | Uint8Array;
    }
  | ((request: SourceRequest, response: ServerResponse) => void);

export interface WebsiteServer extends SourceServer {
  /** By path with query. Tests change them. */
  pages: Map<string, FakePage>;
  /** Paths of the requests since the last call, without robots.txt and sitemaps. */
  takeVisits(): string[];
}

/** A website with ETags and conditional requests. */
export async function startWebsite(pages: Record<string, FakePage>): Promise<WebsiteServer> {
  const all = new Map(Object.entries(pages));
  let taken = 0;
  const server = await serveSource((request, response) => {
    const page = all.get(request.url.pathname + request.url.search);
    if (page === undefined) return void response.writeHead(404).end('Not found');
    if (typeof page === 'function') return page(request, response);
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof page === 'string' ? { body: page } : page;
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (status === 200 && request.headers['if-none-match'] === etag) {
      return void response.writeHead(304, { etag }).end();
    }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', etag, ...headers });
    response.end(body);
  });
  return {
    ...server,
    pages: all,
    takeVisits() {
      const visits = server.requests.slice(taken).map(({ url }) => url.pathname + url.search);
      taken = server.requests.length;
      return visits.filter((path) => !/^\/(robots\.txt|sitemap)/.test(path));
    },
  };
}

/** A page with a title, a text and links. */
export function page(title: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((href) => `<a href="${href}">To ${href}</a>`).join('\n');
  return `<!doctype html><title>${title}</title>${head}<h1>${title}</h1>${anchors}`;
}
