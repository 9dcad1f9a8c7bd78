import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves a built baseline and its list on a port, brotli-compressed and from memory. */
export async function serveBaseline(folder: string): Promise<{ origin: string; server: Server }> {
  const list = JSON.stringify(Array.from({ length: 25 }, (_, i) => `Task ${i}`));
  const cache = new Map<string, Buffer>([['/list.json', brotliCompressSync(list)]]);
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = join(folder, path);
    if (!cache.has(path) && existsSync(file))
      cache.set(path, brotliCompressSync(readFileSync(file)));
    const body = cache.get(path);
    response.writeHead(body ? 200 : 404, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'br',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  return { origin: `http://localhost:${typeof address === 'object' ? address?.port : 0}`, server };
}
