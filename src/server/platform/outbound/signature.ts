import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A key in the form of a secret. */
export function secretOf(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

export interface SignedEvent {
  id: string;
  /** The time of the request. Receivers reject old ones, so that nobody can replay a request. */
  at: Date;
  body: string;
}

/**
 * The headers by which a receiver verifies that a request is from us and unaltered (Standard Webhooks).
 * @param secrets one, or two during a rotation
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
