import { open, readFile, stat } from 'node:fs/promises';
import { detectLanguage } from '#core/collection/language.ts';
import { type Chunk, type SplitSettings, split } from '#core/collection/split.ts';
import { extract, refuseLongText } from '#core/extract/extract.ts';
import { type DocumentKind, ExtractFailure } from '#core/extract/extracted.ts';
import { extractMarkdown } from '#core/extract/markdown.ts';
import { openArchive, unpackArchive } from '#domain/collection/archive/archive.ts';
import type { ExtractedText, Original } from '#domain/collection/collection.port.ts';
import { joinSegments, toSegment } from '#domain/collection/document-text.ts';
import { localDocuments } from '../../platform/files/document-files.ts';

/** The result of reading a file in a thread. Error classes don't survive cloning, so failures are values. */
export type Found<T> = { value: T } | { failure: { code: ExtractFailure['code']; detail: string } };

/** Extracts the text of a document. */
export function extractDocument({
  paths,
  name,
}: {
  paths: readonly string[];
  name: string;
}): Promise<Found<ExtractedText>> {
  return orFailure(async () => {
    refuseLongText(await headOf(paths), await sizeOf(paths));
    const found = await extract(await readAll(paths), name);
    return { ...found, language: await detectLanguage(found.text) };
  });
}

/** Reads the manifest of an archive. */
export function readArchive({ paths }: { paths: readonly string[] }) {
  return orFailure(async () => openArchive(await readAll(paths)));
}

/** Stores originals of an archive. */
export function storeOriginals({
  paths,
  dataDir,
  ...what
}: {
  paths: readonly string[];
  dataDir: string;
  originals: readonly Original[];
  maxBytes: number;
}) {
  return orFailure(async () => unpackArchive(localDocuments(dataDir), await readAll(paths), what));
}

/** Splits a text that isn't stored. */
export function splitText({ text, ...size }: SplitSettings & { text: string }) {
  return orFailure(async (): Promise<Chunk[]> => split(extractMarkdown(text), size));
}

/** Splits a stored text. */
export async function splitDocument({
  paths,
  kind,
  ...size
}: SplitSettings & { paths: readonly string[]; kind: DocumentKind }): Promise<Chunk[]> {
  const segments = [];
  for (const path of paths) segments.push(toSegment(await readFile(path)));
  return split({ kind, ...joinSegments(segments) }, size);
}

async function orFailure<T>(work: () => Promise<T>): Promise<Found<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof ExtractFailure)) throw error;
    return { failure: { code: error.code, detail: error.detail } };
  }
}

const HEAD_BYTES = 64 * 1024;

/** The beginning of a file that is stored in parts. */
async function headOf([first]: readonly string[]): Promise<Uint8Array> {
  if (first === undefined) return new Uint8Array();
  const file = await open(first);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  let size = 0;
  for (const path of paths) size += (await stat(path)).size;
  return size;
}

/** Parts go into one buffer as they are read, because joining them would take twice the memory of a large file. */
export async function readAll(paths: readonly string[]): Promise<Uint8Array> {
  const [only, ...more] = paths;
  if (only !== undefined && more.length === 0) return readFile(only);
  const bytes = Buffer.allocUnsafeSlow(await sizeOf(paths));
  let length = 0;
  for (const path of paths) {
    const part = await readFile(path);
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}
