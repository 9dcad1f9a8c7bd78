import { expect, it } from 'vitest';
import { serveSource } from '../../../../tests/support/sources/serve.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { createFetchPage } from './fetch-page.ts';

it("a page's type is stored without parameters and in lower case, as the crawler does", async () => {
  const outbound = createOutbound({ allowed: ['127.0.0.1'] });
  const server = await serveSource((_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/HTML; Charset=utf-8' }).end('<p>Hello');
  });
  try {
    const page = await createFetchPage(outbound, 1000)(server.url, null, AbortSignal.timeout(5000));
    expect(page?.media_type).toBe('text/html');
  } finally {
    await Promise.all([outbound.close(), server.close()]);
  }
});
