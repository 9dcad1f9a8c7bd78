import { readFile } from 'node:fs/promises';
import { detectLanguage } from '#core/collection/language.ts';
import { type Chunk, type SplitSettings, split } from '#core/collection/split.ts';
import { extract } from '#core/extract/extract.ts';
import { type DocumentKind, ExtractFailure } from '#core/extract/extracted.ts';
import { extractMarkdown } from '#core/extract/markdown.ts';
import type { ExtractedText } from '#domain/collection/collection.port.ts';
import { joinSegments, toSegment } from '#domain/collection/document-text.ts';

/** The result of extraction in a thread. Error classes don't survive cloning, so failures are values. */
export type Extraction =
  | { text: ExtractedText }
  | { failure: { code: ExtractFailure['code']; detail: string } };

/** Extracts the text of a document. */
export async function extractDocument({
  paths,
  name,
}: {
  paths: readonly string[];
  name: string;
}): Promise<Extraction> {
  try {
    const found = await extract(await readAll(paths), name);
    return { text: { ...found, language: await detectLanguage(found.text) } };
  } catch (error) {
    if (!(error instanceof ExtractFailure)) throw error;
    return { failure: { code: error.code, detail: error.detail } };
  }
}

/** Splits a text that isn't stored. */
export function splitText({ text, ...size }: SplitSettings & { text: string }): Chunk[] {
  return split(extractMarkdown(text), size);
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

async function readAll(paths: readonly string[]): Promise<Uint8Array> {
  const [first, ...rest] = paths;
  const parts = first === undefined ? [] : [await readFile(first)];
  for (const path of rest) parts.push(await readFile(path));
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}
