import { Gunzip } from 'fflate';
import { pause } from './pause.ts';

/** The number of compressed bytes expanded per step: at most 1 MB of output, usually 5 KB. */
const SLICE = 1024;
/** The number of bytes, compressed and expanded, after which to yield. */
const TURN = 1024 * 1024;

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
  const parts: Uint8Array[] = [];
  let size = 0;
  let done = 0;
  const stream = new Gunzip((part) => {
    size += part.length;
    done += part.length;
    if (size <= maxBytes) parts.push(part);
    else if (size - part.length < maxBytes) {
      parts.push(part.subarray(0, maxBytes - size + part.length));
    }
  });
  for (let at = 0; at < bytes.length && size <= maxBytes; at += SLICE) {
    stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
    done += SLICE;
    if (done < TURN) continue;
    done = 0;
    await pause();
  }
  return { bytes: concat(parts), isCut: size > maxBytes };
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
