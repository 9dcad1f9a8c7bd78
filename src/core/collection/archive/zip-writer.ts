/** A file of an archive. Its content is read when it is written. */
export interface ArchiveFile {
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Entry {
  name: Uint8Array;
  crc: number;
  size: number;
  offset: number;
}

const VERSION = 20;
/** General-purpose flags: a data descriptor follows the data (3), names are UTF-8 (11). */
const FLAGS = 0x0808;
/** 1 January 1980, the earliest date in ZIP: a constant, so that archives of the same files are identical. */
const DATE = 0x21;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value >>> 0;
});

/**
 * Streams a ZIP archive, so that it is never in memory as a whole. Files are stored uncompressed: most documents are
 * compressed already, and compressing would delay other requests.
 */
export async function* writeZip(files: Iterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const entry: Entry = { name: new TextEncoder().encode(name), crc: 0, size: 0, offset };
    const header = record(30, entry.name, (view) => {
      view.setUint32(0, 0x04034b50, true);
      view.setUint16(4, VERSION, true);
      view.setUint16(6, FLAGS, true);
      view.setUint16(12, DATE, true);
      view.setUint16(26, entry.name.length, true);
    });
    yield header;
    let state = 0xffffffff;
    for await (const bytes of content) {
      state = crcOf(bytes, state);
      entry.size += bytes.length;
      yield bytes;
    }
    entry.crc = (state ^ 0xffffffff) >>> 0;
    const descriptor = record(16, NOTHING, (view) => {
      view.setUint32(0, 0x08074b50, true);
      writeSizes(view, 4, entry);
    });
    yield descriptor;
    offset += header.length + entry.size + descriptor.length;
    entries.push(entry);
  }
  yield* directory(entries, offset);
}

const NOTHING = new Uint8Array();

function* directory(entries: readonly Entry[], start: number): Generator<Uint8Array> {
  let length = 0;
  for (const entry of entries) {
    const bytes = record(46, entry.name, (view) => {
      view.setUint32(0, 0x02014b50, true);
      view.setUint16(4, VERSION, true);
      view.setUint16(6, VERSION, true);
      view.setUint16(8, FLAGS, true);
      view.setUint16(14, DATE, true);
      writeSizes(view, 16, entry);
      view.setUint16(28, entry.name.length, true);
      view.setUint32(42, entry.offset, true);
    });
    length += bytes.length;
    yield bytes;
  }
  yield record(22, NOTHING, (view) => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, entries.length, true);
    view.setUint16(10, entries.length, true);
    view.setUint32(12, length, true);
    view.setUint32(16, start, true);
  });
}

/** Checksum, compressed size and size. */
function writeSizes(view: DataView, at: number, { crc, size }: Entry): void {
  view.setUint32(at, crc, true);
  view.setUint32(at + 4, size, true);
  view.setUint32(at + 8, size, true);
}

function record(length: number, name: Uint8Array, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length + name.length);
  fill(new DataView(bytes.buffer));
  bytes.set(name, length);
  return bytes;
}

function crcOf(bytes: Uint8Array, state: number): number {
  let value = state;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] as number);
  return value;
}
