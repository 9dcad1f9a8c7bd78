import { type ArchiveFile, writeZip } from '#core/collection/archive/zip-writer.ts';
import { ARCHIVE_MAX_BYTES, ARCHIVE_MAX_MB } from '#core/limits.ts';
import { stemOf } from '#core/task/contract/file-name.ts';
import { DETAIL } from '../../details.ts';
import { FileBody } from '../../events.ts';
import { exported } from '../../exports.ts';
import { allRows } from '../../paging.ts';
import { mustFind, ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import { jsonInTurns } from '../../transfer/json-in-turns.ts';
import type { CollectionDomain } from '../collection.service.ts';
import type { CollectionRow, DocumentRow, QuestionRow } from '../collection.tables.ts';
import { partNames } from '../document-text.ts';
import { type ArchivedDocument, archivePath, MANIFEST_NAME, type Manifest } from './manifest.ts';

/**
 * A collection as an archive: originals, tags, dates, settings and saved questions. Texts and chunks are left out,
 * because importing creates them again.
 * @throws ProblemError 409 `limit_reached` if it is larger than what can be imported, 429 or 503 when there are too many
 * exports
 */
export async function exportCollection(
  domain: CollectionDomain,
  owner: CollectionRow,
): Promise<FileBody> {
  const { files } = domain.collection;
  const rows = await allRows(domain.stores.collection.documents, { collection_id: owner.id });
  if (rows.reduce((sum, { size }) => sum + size, 0) > ARCHIVE_MAX_BYTES)
    throw new ProblemError('limit_reached', DETAIL.archiveTooLarge(ARCHIVE_MAX_MB));
  const manifest = await manifestOf(domain.stores, owner, rows);
  async function* original(row: DocumentRow) {
    for (const name of partNames(row)) yield await files.get(row.id, name);
  }
  const content: ArchiveFile[] = [
    { name: MANIFEST_NAME, content: [await jsonInTurns(manifest)] },
    ...rows.flatMap((row, at) =>
      row.parts === 0 ? [] : [{ name: archivePath(row.name, at), content: original(row) }],
    ),
  ];
  return new FileBody(
    `${stemOf(owner.name, 'collection')}.zip`,
    'application/zip',
    exported(domain.exports, owner.org_id, writeZip(content)),
  );
}

/** The settings, the questions and these documents of a collection. */
export async function manifestOf(
  { collection: { indexes, questions } }: Pick<Stores, 'collection'>,
  { id, name, description, tags, index_id }: CollectionRow,
  rows: readonly DocumentRow[],
): Promise<Manifest> {
  const index = await mustFind(indexes.find({ id: index_id }));
  const asked = await allRows(questions, { collection_id: id });
  const { chunk_size, chunk_overlap, language, embedding_model } = index;
  const places = new Map(rows.map((row, at) => [row.id, at]));
  return {
    format: 'taskloom-collection',
    version: 1,
    ...{ name, description, tags },
    settings: { chunk_size, chunk_overlap, language, embedding_model },
    documents: rows.map(toArchived),
    questions: asked.map((row) => toArchivedQuestion(row, places)),
  };
}

function toArchived(row: DocumentRow, at: number): ArchivedDocument {
  const { name, origin_type, parts, url, media_type, tags, dated_at } = row;
  // Data sources aren't exported, so their documents become files and pages.
  const type = origin_type === 'datasource' ? (url === null ? 'file' : 'url') : origin_type;
  return {
    path: parts === 0 ? null : archivePath(name, at),
    name,
    type,
    url,
    media_type,
    tags,
    dated_at,
  };
}

function toArchivedQuestion(
  { question, expected, filter }: QuestionRow,
  places: ReadonlyMap<string, number>,
): Manifest['questions'][number] {
  const placeOf = (id: string) => places.get(id) ?? -1;
  const { document_ids, ...conditions } = filter ?? {};
  return {
    question,
    expected: expected
      .map(({ document_id, start, end }) => ({ document: placeOf(document_id), start, end }))
      .filter(({ document }) => document >= 0),
    filter: filter && {
      ...conditions,
      ...(document_ids && { documents: document_ids.map(placeOf).filter((at) => at >= 0) }),
    },
  };
}
