import { createHmac } from 'node:crypto';
import type { OAuthPort } from '#domain/oauth/oauth.port.ts';
import type { Stores } from '#domain/stores.ts';

/**
 * What OAuth needs of a server.
 * @param secret what secrets and tokens are hashed with. They are random, so a fast keyed hash is enough.
 */
export function createOAuthPort(secret: Buffer, publicUrl: string): OAuthPort {
  return {
    hash: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
    resumeUrl: ({ id }, proof) => `${publicUrl}/oauth/authorize/${id}?proof=${proof}`,
  };
}

/** Deletes expired codes, tokens and requests. */
export async function sweepOAuth({ oauth }: Pick<Stores, 'oauth'>): Promise<void> {
  const past = { expires_at: { lt: new Date().toISOString() } };
  await oauth.tokens.delete(past);
  await oauth.requests.delete(past);
}
