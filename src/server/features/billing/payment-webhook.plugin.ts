import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { receivePaymentEvent } from '#domain/billing/subscription/payment-events.ts';
import type { Domain } from '#domain/domain.ts';

/** The path of the payment provider's webhook. */
const PATH = '/stripe/webhook';
/** A webhook contains one object. The largest, invoices with many lines, are a few hundred kilobytes. */
const MAX_BYTES = 1024 * 1024;

interface WebhookOptions {
  domain: Pick<Domain, 'stores' | 'payments'>;
  limit: {
    countFailure(request: FastifyRequest): Promise<unknown>;
    count(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  };
}

/**
 * Receives the payment provider's webhooks. They are signed, so the raw body is read. After an error response, the
 * provider resends the webhook later.
 */
export const paymentWebhookPlugin: FastifyPluginAsync<WebhookOptions> = async (
  app,
  { domain: { stores, payments }, limit },
) => {
  const { provider } = payments;
  if (!provider) return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onRequest', async (request, reply) => {
    await limit.count(request, reply);
  });
  app.post(PATH, async (request, reply) => {
    const signature = String(request.headers['stripe-signature'] ?? '');
    const event = await provider.readEvent(String(request.body ?? ''), signature);
    if (!event) {
      await limit.countFailure(request);
      request.log.warn(
        'A notification was refused whose signature is missing, wrong or too old. If Stripe sent it, check STRIPE_WEBHOOK_SECRET.',
      );
      return reply.code(400).type('text/plain').send('The signature is missing, wrong or too old.');
    }
    await receivePaymentEvent(stores, provider, event);
    return reply.code(200).type('text/plain').send('Received.');
  });
};
