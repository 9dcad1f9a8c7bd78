import { toBase64Url } from './base64url.ts';

/** The SHA-256 of a text (as UTF-8) or of bytes, in base64url. */
export async function sha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
