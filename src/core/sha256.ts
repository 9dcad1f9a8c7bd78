import { toBase64Url } from './base64url.ts';

/** The SHA-256 of a text (as UTF-8) or of bytes, in base64url. */
export async function sha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
  return toBase64Url(await digest(bytes));
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const hash = await digest(bytes as Uint8Array<ArrayBuffer>);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
