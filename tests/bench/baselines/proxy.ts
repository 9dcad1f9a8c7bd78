import { createServer } from 'node:http';
import { Pool } from 'undici';

/** A minimal proxy between a caller and a model: it forwards bytes and stores nothing. */
const upstream = new Pool(process.env.UPSTREAM ?? '', { connections: 64 });

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const reply = await upstream.request({
    path: request.url ?? '/',
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: request.method === 'GET' ? null : Buffer.concat(chunks),
  });
  response.writeHead(reply.statusCode, { 'content-type': String(reply.headers['content-type']) });
  for await (const chunk of reply.body) response.write(chunk);
  response.end();
}).listen(Number(process.env.PORT), 'localhost');
