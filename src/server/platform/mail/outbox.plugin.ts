import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Outbox } from './outbox.ts';
import { listPage, messagePage, missingPage } from './outbox-page.ts';

const SHOWN = 100;

/** No scripts anywhere, and emails only in a sandboxed frame. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";

/** The pages /outbox and /outbox/:id. Register them only if the outbox may be read. */
export const outboxPlugin: FastifyPluginAsync<{ outbox: Outbox }> = async (app, { outbox }) => {
  const page = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);

  app.get('/outbox', async (_request, reply) => page(reply, listPage(await outbox.list(SHOWN))));

  app.get<{ Params: { id: string } }>('/outbox/:id', async (request, reply) => {
    const mail = await outbox.find(request.params.id);
    if (!mail) return page(reply.code(404), missingPage());
    return page(reply, messagePage(mail));
  });
};
