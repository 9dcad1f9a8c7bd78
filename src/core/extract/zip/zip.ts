import { Inflate } from 'fflate';
import { DOCUMENT_UNZIPPED_MAX_BYTES } from '../../limits.ts';
import { decodeText } from '../decode.ts';
import { ExtractFailure } from '../extracted.ts';
import { BROKEN_ZIP, dataOf, readDirectory, type ZipEntry } from './directory.ts';

/** The number of compressed bytes inflated per step. Data can expand a thousandfold, so a step yields 16 MB at most. */
const SLICE = 16 * 1024;
/** The maximum compression ratio. Documents reach about 100, zip bombs 1,000. */
const RATIO_MAX = 250;
const RATIO_FROM_BYTES = 32 * 1024 * 1024;

const TOO_LARGE = 'The file unzips to far more than a document needs. Save it again and retry.';

/**
 * A zipped document. Entries are inflated on demand. All inflated bytes count towards one limit, whatever sizes the
 * archive declares. Entries whose names lead out of the archive are ignored.
 */
export class Zip {
  readonly #bytes: Uint8Array;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #max: number;
  #inflated = 0;

  /** @throws ExtractFailure when it isn't a zip archive, or is damaged or a bomb */
  constructor(bytes: Uint8Array, max = DOCUMENT_UNZIPPED_MAX_BYTES) {
    this.#bytes = bytes;
    this.#max = max;
    for (const entry of readDirectory(bytes)) {
      const name = entry.name.replaceAll('\\', '/');
      const isInside = !name.startsWith('/') && !name.split('/').includes('..');
      if (isInside && !this.#entries.has(name)) this.#entries.set(name, entry);
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Streams the bytes of an entry; empty if there is no such entry. */
  *chunks(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    if (entry.isEncrypted) {
      const detail =
        'The file is protected with a password. Remove the password and upload it again.';
      throw new ExtractFailure('encrypted', detail);
    }
    if (this.#inflated + entry.size > this.#max) throw tooLarge();
    const data = dataOf(this.#bytes, entry);
    if (entry.method === 0) {
      this.#count(data.length, 0, data.length);
      yield data;
    } else if (entry.method === 8) yield* this.#inflate(data);
    else throw new ExtractFailure('unreadable', BROKEN_ZIP);
  }

  read(name: string): Uint8Array {
    const chunks = [...this.chunks(name)];
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  text(name: string): string {
    return decodeText(this.read(name)).text;
  }

  *#inflate(data: Uint8Array): Generator<Uint8Array> {
    let pieces: Uint8Array[] = [];
    let total = 0;
    const inflate = new Inflate((piece) => pieces.push(piece));
    for (let at = 0; at < data.length; at += SLICE) {
      try {
        inflate.push(data.subarray(at, at + SLICE), at + SLICE >= data.length);
      } catch (error) {
        throw new ExtractFailure('unreadable', BROKEN_ZIP, { cause: error });
      }
      for (const piece of pieces) {
        total += piece.length;
        this.#count(piece.length, total, Math.min(at + SLICE, data.length));
        if (piece.length > 0) yield piece;
      }
      pieces = [];
    }
  }

  #count(bytes: number, ofEntry: number, compressed: number): void {
    this.#inflated += bytes;
    const isBomb = ofEntry > RATIO_FROM_BYTES && ofEntry > compressed * RATIO_MAX;
    if (isBomb || this.#inflated > this.#max) throw tooLarge();
  }
}

function tooLarge(): ExtractFailure {
  return new ExtractFailure('too_large', TOO_LARGE);
}
