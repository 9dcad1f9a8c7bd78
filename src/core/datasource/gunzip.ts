export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Expands gzipped bytes up to `maxBytes`, so that a small file can't fill the memory.
 * @throws Error when they are damaged
 */
export async function gunzip(
  bytes: Uint8Array,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const zipped = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  for await (const part of zipped.pipeThrough(new DecompressionStream('gzip'))) {
    parts.push(part.subarray(0, Math.max(0, left)));
    left -= part.length;
    if (left < 0) break;
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), isCut: left < 0 };
}
