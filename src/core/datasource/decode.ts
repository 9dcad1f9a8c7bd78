const META =
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})|<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:.-]{1,40})/i;

/** Decodes a page or feed: by its byte order mark, else by the header, else by what it says itself, else as UTF-8. */
export function decodeMarkup(bytes: Uint8Array, mediaType: string | null): string {
  const declared = /charset\s*=\s*["']?([\w:.-]+)/i.exec(mediaType ?? '')?.[1];
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const own = META.exec(start);
  const label = markOf(bytes) ?? declared ?? own?.[1] ?? own?.[2] ?? 'utf-8';
  return decoderFor(label).decode(bytes);
}

function markOf([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return undefined;
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
