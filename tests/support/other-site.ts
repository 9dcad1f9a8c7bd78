import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A plain website on an origin of its own. */
export interface OtherSite {
  /** For example `http://localhost:5000`. */
  origin: string;
  /** The HTML that its pages end with, which may be set once the origin is known. */
  snippet: string;
  close(): void;
}

/** Styles that would ruin a widget that isn't isolated. */
const HOSTILE = `* { letter-spacing: 4px; box-sizing: content-box } button { background: lime !important; font-size: 40px }
  div { display: none !important } textarea { visibility: hidden }`;

/** Serves two pages whose policy allows only the widget's script and its API, as the documentation says. */
export async function startOtherSite(widgetOrigins: readonly string[]): Promise<OtherSite> {
  const sources = widgetOrigins.join(' ');
  const site: OtherSite = { origin: '', snippet: '', close: () => void server.close() };
  const server = createServer((request, response) => {
    const name = request.url === '/second' ? 'Second page' : 'First page';
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src ${sources}; connect-src ${sources}`,
    });
    response.end(`<!doctype html><html lang="en"><head><title>${name}</title><style>${HOSTILE}</style></head>
      <body><main><h1>${name}</h1><p>Nothing but text, and <a href="/second">a link</a>.</p></main>
      ${site.snippet}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  site.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return site;
}
