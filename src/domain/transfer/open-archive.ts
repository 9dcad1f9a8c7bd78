import { ExtractFailure, type ExtractFailureCode } from '#core/extract/extracted.ts';
import { Zip } from '#core/extract/zip/zip.ts';
import { ARCHIVE_MAX_BYTES } from '#core/limits.ts';
import { checkDefinition } from '#core/task/definition/definition.ts';
import type { TransferNote } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import {
  type ArchivedProject,
  ArchiveFault,
  ORG_MANIFEST,
  type OrgManifest,
  ROWS_MAX,
  readManifest,
  readProject,
  rowsIn,
  TEXT_MAX,
  TEXT_MAX_MB,
} from './archive-format.ts';
import { notesOn } from './notes.ts';
import { chunksOf, type Piece, piecesOf } from './pieces.ts';

/** What an archive contains, except for the originals of documents. */
export interface OrgArchive {
  manifest: Omit<OrgManifest, 'files' | 'templates' | 'projects'>;
  /** What the import creates: `Piece`s as JSON, because a thread passes on buffers without being read. */
  chunks: Uint8Array[];
  pieces: number;
  /** How many documents have an original. */
  originals: number;
  /** What is imported, and what has to be done afterwards. */
  notes: TransferNote[];
}

/** More than one of our archives has. */
const FILES_MAX = ROWS_MAX + 1000;

const DAMAGED =
  'The archive is damaged or not a ZIP file. Download the export again and import it unchanged.';
const UNREADABLE: Partial<Record<ExtractFailureCode, string>> = {
  encrypted: 'The archive is protected with a password. Import it as it was downloaded.',
  too_large: 'The archive unzips to more than an export contains.',
};

/**
 * Reads and checks an archive as a whole: that it is one of ours, that no file is missing, surplus or changed, and that
 * everything in it is valid. Takes seconds for the largest.
 * @throws ArchiveFault
 */
export async function openOrgArchive(bytes: Uint8Array): Promise<OrgArchive> {
  try {
    return await readArchive(bytes);
  } catch (error) {
    // Its detail tells what to do about a document.
    if (error instanceof ExtractFailure)
      throw new ArchiveFault(UNREADABLE[error.code] ?? DAMAGED, { cause: error });
    throw error;
  }
}

async function readArchive(bytes: Uint8Array): Promise<OrgArchive> {
  // Exports are stored uncompressed, so an archive that expands a lot isn't one of them.
  const zip = new Zip(bytes, 2 * ARCHIVE_MAX_BYTES);
  if (zip.names.length > FILES_MAX) throw new ArchiveFault('The archive has too many files.');
  if (!zip.has(ORG_MANIFEST))
    throw new ArchiveFault(
      "This isn't an archive of an organisation: organisation.json is missing.",
    );
  const manifest = readManifest(zip.read(ORG_MANIFEST));
  const known = new Map(manifest.files.map((file) => [file.path, file]));
  const surplus = zip.names.find((name) => name !== ORG_MANIFEST && !known.has(name));
  if (surplus !== undefined) throw new ArchiveFault(`${surplus} isn't in the manifest.`);
  for (const { path, size, sha256 } of manifest.files) {
    if (!zip.has(path)) throw new ArchiveFault(`${path} is missing.`);
    const content = zip.read(path);
    if (content.length !== size || (await sha256Of(content)) !== sha256)
      throw new ArchiveFault(`${path} was changed or damaged: its checksum differs.`);
  }
  const sizes = new Map(manifest.files.map(({ path, size }) => [path, size]));
  const projects: ArchivedProject[] = [];
  let [rows, text] = [0, 0];
  for (const path of manifest.projects) {
    if (!known.has(path)) throw new ArchiveFault(`${path} is missing.`);
    text += sizes.get(path) ?? 0;
    if (text > TEXT_MAX) throw new ArchiveFault(DETAIL.archiveTextTooLarge(TEXT_MAX_MB));
    const project = readProject(path, zip.read(path));
    checkReferences(path, project, known);
    checkDefinitions(project);
    rows += rowsIn(project);
    if (rows > ROWS_MAX) throw new ArchiveFault(DETAIL.archiveTooMuch(ROWS_MAX));
    projects.push(project);
  }
  const { files: _, templates, projects: __, ...rest } = manifest;
  let [pieces, originals] = [0, 0];
  function* counted(): Generator<Piece> {
    for (const project of projects)
      for (const piece of piecesOf(project, pieces, sizes)) {
        pieces += 1;
        if (piece.kind === 'document' && piece.content.path !== null) originals += 1;
        yield piece;
      }
    const names = new Set<string>();
    for (const content of templates) {
      const name = content.name.trim().toLowerCase();
      if (names.has(name)) continue;
      names.add(name);
      pieces += 1;
      yield { kind: 'template', content };
    }
  }
  const chunks = [...chunksOf(counted())];
  return { manifest: rest, chunks, pieces, originals, notes: projects.flatMap(notesOn) };
}

/** @throws ArchiveFault for definitions that could not be saved */
function checkDefinitions({ name: project, tasks }: ArchivedProject): void {
  for (const { name, revisions } of tasks)
    for (const { number, definition } of revisions) {
      const [first] = checkDefinition(definition, { models: undefined, at: '' });
      if (first)
        throw new ArchiveFault(
          `${project}: revision ${number} of “${name}” is invalid at ${first.pointer}: ${first.message}`,
        );
    }
}

/** The checksum of a file, as hexadecimal digits. */
export async function sha256Of(content: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws ArchiveFault for what refers to something that isn't there, and for names that are there twice */
function checkReferences(
  path: string,
  { tasks, collections, webhooks }: ArchivedProject,
  known: ReadonlyMap<string, unknown>,
): void {
  const fault = (text: string) => new ArchiveFault(`${path}: ${text}`);
  for (const list of [tasks, collections.map(({ id, content }) => ({ id, name: content.name }))]) {
    const names = new Set(list.map((one) => one.name.toLowerCase()));
    const ids = new Set(list.map((one) => one.id));
    if (names.size < list.length || ids.size < list.length)
      throw fault('a name or ID is there twice');
  }
  for (const task of tasks) {
    const numbers = new Set(task.revisions.map((one) => one.number));
    const needed = [task.active_revision ?? [], ...Object.values(task.environments)].flat();
    if (numbers.size < task.revisions.length || needed.some((one) => !numbers.has(one)))
      throw fault(`the revisions of “${task.name}” don't fit together`);
    if (new Set(task.datasets.map((one) => one.name.toLowerCase())).size < task.datasets.length)
      throw fault(`a dataset of “${task.name}” is there twice`);
    if (task.webhook !== null && task.webhook >= webhooks.length)
      throw fault(`the webhook of “${task.name}” doesn't exist`);
  }
  for (const { content } of collections) {
    for (const document of content.documents) {
      if (document.path === null ? document.url === null : !known.has(document.path))
        throw fault(`the original of “${document.name}” is missing`);
    }
    const { length } = content.documents;
    const places = content.questions.flatMap(({ expected, filter }) => [
      ...expected.map(({ document }) => document),
      ...(filter?.documents ?? []),
    ]);
    if (places.some((at) => at >= length))
      throw fault(`a question of “${content.name}” is about a document that isn't there`);
  }
}
