import { DOCUMENT_PARTS_MAX } from '../../limits.ts';
import { ExtractFailure } from '../extracted.ts';

/** An entry of a zip archive, as its central directory describes it. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** 0 for stored, 8 for deflated. */
  method: number;
  compressed: number;
  size: number;
  /** The offset of its local header. */
  offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end record has a comment of up to 65,535 bytes. */
const END_SEARCHED = 22 + 0xffff;

export const BROKEN_ZIP = "The file is damaged: its parts can't be read. Save it again and retry.";

/** @throws ExtractFailure when the archive is broken or has too many entries */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return entriesOf(view, bytes);
  } catch (error) {
    if (error instanceof ExtractFailure) throw error;
    throw new ExtractFailure('unreadable', BROKEN_ZIP, { cause: error });
  }
}

function entriesOf(view: DataView, bytes: Uint8Array): ZipEntry[] {
  const { count, start } = findDirectory(view);
  if (count > DOCUMENT_PARTS_MAX) {
    const detail = `The file has more than ${DOCUMENT_PARTS_MAX.toLocaleString('en-US')} parts, which no document needs.`;
    throw new ExtractFailure('too_large', detail);
  }
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  for (let at = start; entries.length < count; ) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no entry');
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const entry = {
      name,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    readLongSizes(view, entry, at + 46 + nameLength, extraLength);
    entries.push(entry);
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

function findDirectory(view: DataView): { count: number; start: number } {
  const lowest = Math.max(0, view.byteLength - END_SEARCHED);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const isLong = at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64;
    if (!isLong)
      return { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
    const end = long(view, at - 12);
    if (view.getUint32(end, true) !== END_64) throw new RangeError('no directory');
    return { count: long(view, end + 32), start: long(view, end + 48) };
  }
  throw new RangeError('no directory');
}

/** ZIP64: values of 4 GB or more are in an extra field, in this order, and only those. */
function readLongSizes(view: DataView, entry: ZipEntry, start: number, length: number): void {
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    for (const field of ['size', 'compressed', 'offset'] as const) {
      if (entry[field] !== 0xffffffff) continue;
      entry[field] = long(view, next);
      next += 8;
    }
    return;
  }
}

function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

/** The compressed bytes of an entry. */
export function dataOf(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, compressed } = entry;
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL)
    throw new ExtractFailure('unreadable', BROKEN_ZIP);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + compressed > bytes.length) throw new ExtractFailure('unreadable', BROKEN_ZIP);
  return bytes.subarray(start, start + compressed);
}
