import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_SETTINGS_ELEMENT } from '#core/settings/client-settings.ts';
import { withAbsoluteTags } from '#core/settings/page-tags.ts';
import type { ClientSettings } from '#generated/model/index.ts';
import { requirePlainPath } from '../plain-path.ts';
import { createSentPage, type SentPage } from '../sent-page.ts';
import { createPreloads, type Preloads } from './console-preload.ts';

/** Path prefixes that don't belong to the console. Unknown paths under them are problems, not pages. */
const RESERVED =
  /^\/(api|identity|files|docs|outbox|assets|metrics|widget\.js|\.well-known|healthz|readyz)(\/|$)/;

/** No page has a path that ends like a file, so programs that look for a file find out that there is none. */
const FILE = /\.[a-z0-9]{1,12}$/i;

/** The script that websites include. */
const WIDGET = /[\\/]widget\.js(\.(br|gz))?$/;
/** Pages of any origin may load it. They get a new version within minutes, without waiting for it. */
const WIDGET_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  'cross-origin-resource-policy': 'cross-origin',
};

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Taskloom</title>
<h1>The console hasn't been built</h1><p>Run <code>npm run build</code> and restart the server, or use <code>npm run dev</code>.
The API reference is at <a href="/docs">/docs</a>.</p></html>`;

/** Serves the built console. Requests for pages with unknown paths get index.html. */
export interface Console {
  /** Whether a request is for a page of the console. */
  isPage(request: FastifyRequest): boolean;
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/**
 * @param folder directory of the build; if it doesn't exist, a page explains how to build it
 * @param settings embedded in the page, so that the first screen needs no extra request
 * @param publicUrl the address of this server, for previews of links
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  settings: ClientSettings,
  publicUrl: string,
): Promise<Console> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) await serveFiles(app, folder);
  const built = isBuilt ? readFileSync(join(folder, 'index.html'), 'utf8') : NOT_BUILT;
  const html = withAbsoluteTags(built, publicUrl);
  const pages = createPages(withSettings(html, settings), createPreloads(folder, html));
  const isPage = ({ method, url }: FastifyRequest) => {
    const path = url.split('?')[0] ?? '';
    return (method === 'GET' || method === 'HEAD') && !RESERVED.test(path) && !FILE.test(path);
  };
  return {
    isPage: (request) => isPage(request) && acceptsPages(request),
    sendPage: (request, reply) => pages.send(request, reply),
  };
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  // Built files have a hash in their names, so they never change.
  await app.register(async (scope) => {
    scope.addHook('onRequest', requirePlainPath);
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      decorateReply: false,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
    });
  });
  // The other files keep their names (icons, the manifest), so they are revalidated after an hour.
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', 'index.html*', '.vite/**', '**/*.br', '**/*.gz'],
    decorateReply: false,
    preCompressed: true,
    maxAge: '1h',
    index: false,
    setHeaders(response, path) {
      if (WIDGET.test(path))
        for (const [name, value] of Object.entries(WIDGET_HEADERS)) response.header(name, value);
    },
  });
}

/** A data block. Browsers don't run it, so the policy against inline scripts allows it. */
function withSettings(html: string, settings: ClientSettings): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="${CLIENT_SETTINGS_ELEMENT}">${json}</script>`;
  return html.replace('</head>', `${block}</head>`);
}

function acceptsPages({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*';
  return accept.includes('text/html') || accept.includes('*/*');
}

/** The index page, one variant for each route whose chunk it preloads. */
function createPages(html: string, preloads: Preloads) {
  const made = new Map<string, SentPage>();

  function pageFor(links: string): SentPage {
    const known = made.get(links);
    if (known) return known;
    const page = createSentPage(html.replace('</head>', `${links}</head>`));
    made.set(links, page);
    return page;
  }

  return {
    send: (request: FastifyRequest, reply: FastifyReply) =>
      pageFor(preloads.linksFor(request.url.split('?')[0] ?? '/')).send(request, reply),
  };
}
