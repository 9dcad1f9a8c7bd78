import { ExtractFailure, type ExtractFailureCode } from '#core/extract/extracted.ts';
import { Zip } from '#core/extract/zip/zip.ts';
import { ARCHIVE_MAX_BYTES } from '#core/limits.ts';
import {
  type ArchivedProject,
  ArchiveFault,
  ORG_MANIFEST,
  type OrgManifest,
  ROWS_MAX,
  readManifest,
  readProject,
  rowsIn,
} from './archive-format.ts';

/** What an archive contains, except for the originals of documents. */
export interface OrgArchive {
  manifest: OrgManifest;
  projects: ArchivedProject[];
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
  const projects: ArchivedProject[] = [];
  let rows = 0;
  for (const path of manifest.projects) {
    if (!known.has(path)) throw new ArchiveFault(`${path} is missing.`);
    const project = readProject(path, zip.read(path));
    checkReferences(path, project, known);
    rows += rowsIn(project);
    if (rows > ROWS_MAX)
      throw new ArchiveFault('The archive has more content than can be imported.');
    projects.push(project);
  }
  return { manifest, projects };
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
  }
}
