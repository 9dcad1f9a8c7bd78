import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '#domain/call.ts';
import { document } from '#domain/request/contract.ts';
import { createSentPage, type SentPage } from '../sent-page.ts';

/** Editors and generators on any website may read the contract: it is the same for everyone. */
const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag',
  'cross-origin-resource-policy': 'cross-origin',
};

/** JSON is YAML, so both files have the same text. */
const TYPES = {
  '/openapi.json': 'application/json; charset=utf-8',
  '/openapi.yaml': 'application/yaml; charset=utf-8',
};

/** Serves the contract, with the address of this server: tools that were given only the file can call it. */
export function serveDocument(app: FastifyInstance, publicUrl: string): void {
  for (const [path, type] of Object.entries(TYPES)) {
    let made: SentPage | undefined;
    app.get(path, async (request, reply) => {
      const servers = [{ url: publicUrl + API_PREFIX, description: 'This server' }];
      made ??= createSentPage(JSON.stringify({ ...document, servers }, null, 2), type);
      return made.send(request, reply.headers(PUBLIC));
    });
  }
}
