import type { WebhookPort } from '#domain/webhook/webhook.port.ts';
import type { WebhookAttempt } from '#generated/model/index.ts';

/** Sends nothing: an endpoint with this in its URL responds with 500, every other one with 200. */
const FAILING = /fail/;

/** Pretends to send an event. */
export const pretendPost: WebhookPort['post'] = async (to, event) =>
  attemptOf(to.url, event.id, new Date().toISOString());

/** One attempt, as the log shows it. */
export function attemptOf(url: string, eventId: string, at: string): WebhookAttempt {
  const isFailing = FAILING.test(url);
  const status = isFailing ? 500 : 200;
  return {
    at,
    duration_ms: 84,
    url,
    request_headers: {
      'content-type': 'application/json',
      'user-agent': 'Taskloom-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(Date.parse(at) / 1000)),
      'webhook-signature': 'v1,bm90IHNpZ25lZCBieSB0aGUgbW9ja3M=',
    },
    response_status: status,
    response_headers: { 'content-type': 'text/plain' },
    response_body: isFailing ? 'Internal Server Error' : 'ok',
    error: isFailing ? `HTTP ${status}` : null,
  };
}
