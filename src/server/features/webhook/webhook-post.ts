import type { WebhookPort } from '#domain/webhook/webhook.port.ts';
import { signingSecrets } from '#domain/webhook/webhook-secret.ts';
import type { WebhookAttempt } from '#generated/model/index.ts';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { signatureHeaders } from '../../platform/outbound/signature.ts';
import type { Secrets } from '../../platform/secrets.ts';

export const ATTEMPT_TIMEOUT_MS = 15_000;
const BODY_KEPT = 4000;
const REDIRECTS = 3;

/**
 * Sends events through the guarded client, signed with the webhook's secret, or with two secrets during a rotation.
 */
export function createWebhookPost(outbound: Outbound, secrets: Secrets): WebhookPort['post'] {
  return async (to, event, signal) => {
    const at = new Date();
    const keys = signingSecrets(secrets, to, at);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Taskloom-Webhooks/1',
      ...signatureHeaders({ ...event, at }, keys),
    };
    const attempt: WebhookAttempt = {
      at: at.toISOString(),
      duration_ms: 0,
      url: to.url,
      request_headers: headers,
      response_status: null,
      response_headers: {},
      response_body: '',
      error: null,
    };
    const began = performance.now();
    try {
      const response = await outbound.send({
        url: to.url,
        method: 'POST',
        headers,
        body: event.body,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxBytes: BODY_KEPT * 4,
        redirects: REDIRECTS,
        ...(signal && { signal }),
      });
      attempt.response_status = response.status;
      attempt.response_headers = response.headers;
      attempt.response_body = response.body.toString().slice(0, BODY_KEPT);
      const isAccepted = response.status >= 200 && response.status < 300;
      if (!isAccepted) attempt.error = `HTTP ${response.status}`;
    } catch (error) {
      if (!(error instanceof OutboundError) || error.reason === 'stopped') throw error;
      attempt.error = error.message;
    }
    attempt.duration_ms = Math.round(performance.now() - began);
    return attempt;
  };
}
