import { webhookPlace } from '#core/access/secret-place.ts';
import { type BoundSecret, bindOld, openFor, sealFor } from '../access/bound-secret.ts';
import type { Sealer } from '../ports.ts';
import type { WebhookRow } from './webhook.tables.ts';

const SECRET = 'webhook-secret';

type Signed = Pick<WebhookRow, 'url' | 'secret' | 'old_secret' | 'old_secret_until'>;

/** A new secret with 192 random bits, in the form of Standard Webhooks. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** A new signing secret for the host of a URL: to show once, and as it is stored. */
export function newWebhookSecret(
  secrets: Sealer,
  url: string,
): { secret: string; sealed: BoundSecret } {
  const secret = newSecret();
  return { secret, sealed: sealWebhookSecret(secrets, url, secret) };
}

/** A signing secret as it is stored. */
export function sealWebhookSecret(secrets: Sealer, url: string, secret: string): BoundSecret {
  return sealFor(secrets, SECRET, webhookPlace(url), secret);
}

/**
 * The secrets that sign a webhook's deliveries: one, or two during a rotation.
 * @throws Error if they were made for another host, or sealed with another secret of the server
 */
export function signingSecrets(secrets: Sealer, to: Signed, at: Date): string[] {
  const open = (sealed: BoundSecret) => openFor(secrets, SECRET, webhookPlace(to.url), sealed);
  const isOldUsed = to.old_secret_until === null || Date.parse(to.old_secret_until) > at.getTime();
  return [open(to.secret), ...(isOldUsed && to.old_secret ? [open(to.old_secret)] : [])];
}

/** The columns of secrets from before secrets were bound. @throws Error like `bindOld` */
export function boundColumns(
  secrets: Sealer,
  { url, secret, old_secret }: Omit<Signed, 'old_secret_until'>,
): Pick<Signed, 'secret' | 'old_secret'> {
  const bind = (sealed: BoundSecret) => bindOld(secrets, SECRET, webhookPlace(url), sealed);
  return { secret: bind(secret), old_secret: old_secret && bind(old_secret) };
}
