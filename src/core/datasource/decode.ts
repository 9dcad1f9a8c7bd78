import { decodeText } from '../extract/decode.ts';
import { htmlCharset } from '../extract/sniff-text.ts';

/** Decodes a page, feed or sitemap. If the bytes leave the encoding open, the header decides, then the markup. */
export function decodeMarkup(bytes: Uint8Array, mediaType: string | null): string {
  const header = /charset\s*=\s*["']?([\w:.-]+)/i.exec(mediaType ?? '')?.[1];
  return decodeText(bytes, header ?? htmlCharset(bytes)).text;
}
