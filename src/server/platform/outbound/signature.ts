import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A key as a secret in that form. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

export interface SignedEvent {
  id: string;
  /** When the request is made: a receiver refuses old ones, so that nobody can repeat a request. */
  at: Date;
  body: string;
}

/**
 * The headers by which a receiver knows that a request is ours and unchanged (Standard Webhooks).
 * @param secrets one, or two while a secret is being replaced
 */
export function signatureHeaders(
  { id, at, body }: SignedEvent,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
