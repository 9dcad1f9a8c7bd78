import { toBase64Url } from './base64url.ts';

/** The SHA-256 of a text, in base64url. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
