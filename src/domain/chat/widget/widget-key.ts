import { toBase64Url } from '#core/base64url.ts';

/** A new public key. It is not a secret, but can't be guessed. */
export function newWidgetKey(): string {
  return `wk_${toBase64Url(crypto.getRandomValues(new Uint8Array(16)))}`;
}
