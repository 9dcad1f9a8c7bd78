import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '#domain/domain.ts';
import { createNotificationService } from '#domain/notification/notification.service.ts';

interface UnsubscribeOptions {
  domain: Pick<Domain, 'stores' | 'secrets' | 'notification' | 'standing'>;
  limit: { count(request: FastifyRequest, reply: FastifyReply): Promise<unknown> };
}

/**
 * What email programs send when someone unsubscribes with one click (RFC 8058): a form to the link's own address, which is
 * a page of the console for browsers. The form only says what the address says too, so it isn't read.
 */
export const unsubscribePlugin: FastifyPluginAsync<UnsubscribeOptions> = async (
  app,
  { domain, limit },
) => {
  const notifications = createNotificationService(domain);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { bodyLimit: 10_000 }, (_request, payload, done) => {
    payload.resume().on('end', () => done(null));
  });
  app.addHook('onRequest', async (request, reply) => {
    await limit.count(request, reply);
  });
  app.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async ({ query }, reply) => {
    await notifications.unsubscribe(String(query.token ?? ''));
    return reply.code(200).type('text/plain; charset=utf-8').send('You are unsubscribed.');
  });
};
