import * as z from 'zod';
import { parseJson } from '#core/json/parse-json.ts';
import { DOCUMENTS_MAX, QUESTIONS_MAX } from '#core/limits.ts';
import { CollectionLanguage } from '#generated/model/collectionLanguage.zod.ts';

/** The name of the manifest in an archive. */
export const MANIFEST_NAME = 'collection.json';
/** More than the manifest of the largest collection needs. */
const MANIFEST_MAX = 64 * 1024 * 1024;

const time = z.iso.datetime();
const tag = z.string().min(1).max(40).regex(/\S/);
const offset = z.int().min(0).max(2_147_483_647);
/** Documents are referenced by their index in the list, because their IDs change on import. */
const place = z.int().min(0).max(DOCUMENTS_MAX);

const document = z.object({
  /** The path of its original in the archive; null for a page that was not fetched yet. */
  path: z.string().max(500).nullable(),
  name: z.string().min(1).max(255),
  type: z.enum(['file', 'text', 'url']),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  media_type: z.string().max(200).nullable(),
  tags: z.array(tag).max(20),
  dated_at: time,
});

const question = z.object({
  question: z.string().min(1).max(4000).regex(/\S/),
  expected: z.array(z.object({ document: place, start: offset, end: offset })).max(50),
  filter: z
    .object({
      tags: z.array(tag).max(20),
      documents: z.array(place).max(100),
      dated_after: time,
      dated_before: time,
    })
    .partial()
    .nullable(),
});

/** The settings, documents and questions of a collection in an archive. */
export const manifest = z.object({
  format: z.literal('taskloom-collection'),
  version: z.literal(1),
  name: z.string().max(120).regex(/\S/),
  description: z.string().max(2000),
  tags: z.array(tag).max(20),
  settings: z.object({
    chunk_size: z.int().min(50).max(2000),
    chunk_overlap: z.int().min(0).max(1000),
    // An archive of a later version may contain values that we don't know.
    language: z.catch(CollectionLanguage, 'auto'),
    embedding_model: z.string().max(200).nullable(),
  }),
  documents: z.array(document).max(DOCUMENTS_MAX),
  questions: z.array(question).max(QUESTIONS_MAX),
});

/** What an archive contains besides the originals: the collection's settings, documents and questions. */
export type Manifest = z.infer<typeof manifest>;
export type ArchivedDocument = Manifest['documents'][number];

/** Reads a manifest; undefined if it isn't one of ours. */
export function readManifest(bytes: Uint8Array): Manifest | undefined {
  if (bytes.length > MANIFEST_MAX) return undefined;
  try {
    const bounds = { textMax: MANIFEST_MAX, valuesMax: Infinity, namesMax: Infinity };
    return manifest.safeParse(parseJson(new TextDecoder().decode(bytes), bounds)).data;
  } catch {
    return undefined;
  }
}

/** The path of a document's original in an archive. The number makes it unique. */
export function archivePath(name: string, at: number): string {
  return `documents/${at + 1}-${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}`;
}
