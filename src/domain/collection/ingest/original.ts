import { sha256Hex } from '#core/sha256.ts';
import type { Domain } from '../../domain.ts';
import { ProblemError } from '../../problem.ts';
import type { DocumentRow } from '../collection.tables.ts';
import { partNames } from '../document-text.ts';

/** Stores a fetched page as the document's original. */
export async function storePage(
  { collection: port, stores }: Pick<Domain, 'collection' | 'stores'>,
  document: DocumentRow,
  page: Original,
): Promise<DocumentRow> {
  const change = await storeOriginal(port, document, page);
  const { id, content } = document;
  // Unless somebody has replaced it in the meantime.
  await stores.collection.documents.change({ id, content }, change);
  return { ...document, ...change };
}

type Original = { bytes: Uint8Array; media_type: string | null; etag: string | null };

/**
 * Stores fetched content as a document's original.
 * @returns the changed columns
 */
export async function storeOriginal(
  { files }: Pick<Domain['collection'], 'files'>,
  { id, content }: Pick<DocumentRow, 'id' | 'content'>,
  { bytes, media_type, etag }: Original,
): Promise<Pick<DocumentRow, 'parts' | 'size' | 'media_type' | 'source_etag' | 'hash'>> {
  await files.put(id, partNames({ content, parts: 1 })[0] ?? '', bytes);
  const hash = await sha256Hex(bytes);
  return { parts: 1, size: bytes.length, media_type, source_etag: etag, hash };
}

/** Two requests that change a document at once must not write the same files, so versions are not consecutive. */
const VERSION_STEP_MAX = 4096;

/**
 * Replaces the original of a document. If `commit` refuses the change, nothing is left of it. After other errors, such as
 * a lost connection, the change may have been committed, so its file is kept until a later version replaces it.
 * @param commit stores the changed columns; undefined if the document has changed in the meantime
 */
export async function replaceOriginal<T>(
  port: Pick<Domain['collection'], 'files'>,
  { id, content: before }: Pick<DocumentRow, 'id' | 'content'>,
  original: Original,
  commit: (change: Partial<DocumentRow>) => Promise<T>,
): Promise<T> {
  const content = before + 1 + Math.floor(Math.random() * VERSION_STEP_MAX);
  const stored = await storeOriginal(port, { id, content }, original);
  const remove = () => {
    const names = partNames({ content, parts: stored.parts });
    return port.files.removeFiles(id, (name) => names.includes(name));
  };
  try {
    const result = await commit({ ...stored, content });
    if (result === undefined) await remove();
    return result;
  } catch (error) {
    if (error instanceof ProblemError) await remove();
    throw error;
  }
}
