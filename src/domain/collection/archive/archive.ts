import { ExtractFailure } from '#core/extract/extracted.ts';
import { Zip } from '#core/extract/zip/zip.ts';
import { UPLOAD_PART_BYTES } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { DocumentFiles, Original } from '../collection.port.ts';
import { partNames } from '../document-text.ts';
import { MANIFEST_NAME, type Manifest, readManifest } from './manifest.ts';

/**
 * The manifest of an archive; undefined if it isn't one of ours, or lacks an original. Takes seconds for the largest.
 * @throws ExtractFailure for a bomb or a damaged archive
 */
export function openArchive(bytes: Uint8Array): Manifest | undefined {
  const zip = new Zip(bytes);
  const manifest = zip.has(MANIFEST_NAME) ? readManifest(zip.read(MANIFEST_NAME)) : undefined;
  const isWhole = manifest?.documents.every(({ path, url }) =>
    path === null ? url !== null : zip.has(path),
  );
  return isWhole ? manifest : undefined;
}

/**
 * Stores originals of an archive. Takes seconds for the largest.
 * @param maxBytes the maximum document size
 * @returns their sizes, in order
 * @throws ExtractFailure for a bomb, a damaged archive, or a document that is too large
 */
export async function unpackArchive(
  files: Pick<DocumentFiles, 'put'>,
  bytes: Uint8Array,
  { originals, maxBytes }: { originals: readonly Original[]; maxBytes: number },
): Promise<number[]> {
  const zip = new Zip(bytes);
  const sizes: number[] = [];
  for (const { path, name, folder } of originals) {
    const original = zip.read(path);
    if (original.length > maxBytes) {
      const megabytes = Math.floor(maxBytes / 1024 / 1024);
      throw new ExtractFailure('too_large', `${name}: ${VALIDATION.fileTooLarge(megabytes)}`);
    }
    const names = partNames({ content: 1, parts: partsOf(original.length) });
    for (const [at, part] of names.entries()) {
      const start = at * UPLOAD_PART_BYTES;
      await files.put(folder, part, original.slice(start, start + UPLOAD_PART_BYTES));
    }
    sizes.push(original.length);
  }
  return sizes;
}

/** The number of files for an original of this size. */
export function partsOf(size: number): number {
  return Math.max(1, Math.ceil(size / UPLOAD_PART_BYTES));
}
