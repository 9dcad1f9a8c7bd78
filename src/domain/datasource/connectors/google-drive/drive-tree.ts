import { SOURCE_ITEMS_MAX } from '#core/limits.ts';
import { ConnectorFailure, type SourceItem } from '../connector.ts';
import type { FileFilter } from '../files.ts';
import { type DriveApi, type DriveFile, FOLDER } from './drive-api.ts';

/** The export formats of Google's own document types. */
const EXPORTS: Readonly<Record<string, string>> = {
  'application/vnd.google-apps.document':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.google-apps.spreadsheet':
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.google-apps.presentation':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const GOOGLE = /^application\/vnd\.google-apps\./;
/** The number of folders listed per request. */
const FOLDERS_AT_ONCE = 20;

/** The paths of a source's folders, by ID. */
export type Folders = Map<string, string>;

interface OpenFolder {
  id: string;
  path: string;
  driveId: string | null;
}

/**
 * Recursively lists the files in folders, page by page, and adds subfolders to `folders`.
 * @throws ConnectorFailure `too_many`
 */
export async function* walk(
  start: readonly OpenFolder[],
  api: DriveApi,
  filter: FileFilter,
  folders: Folders,
): AsyncGenerator<SourceItem[]> {
  const open = [...start];
  for (const { id, path } of open) folders.set(id, path);
  while (open.length > 0) {
    const [first] = open;
    if (!first) return;
    const batch = open.filter(({ driveId }) => driveId === first.driveId).slice(0, FOLDERS_AT_ONCE);
    open.splice(0, open.length, ...open.filter((folder) => !batch.includes(folder)));
    const paths = new Map(batch.map(({ id, path }) => [id, path]));
    const query = `(${batch.map(({ id }) => `'${escapeQuery(id)}' in parents`).join(' or ')}) and trashed = false`;
    for (let cursor: string | null = null; ; ) {
      const { entries, next } = await api.list(query, first.driveId, cursor);
      const items: SourceItem[] = [];
      for (const file of entries) {
        const path = joined(
          file.parents.map((id) => paths.get(id)).find((one) => one !== undefined),
          file.name,
        );
        if (file.mimeType !== FOLDER) items.push(...itemsOf(file, path, filter));
        else if (!folders.has(file.id)) {
          if (folders.size >= SOURCE_ITEMS_MAX) throw tooManyFolders();
          folders.set(file.id, path);
          open.push({ id: file.id, path, driveId: first.driveId });
        }
      }
      yield items;
      if (next === null || next === cursor) break;
      cursor = next;
    }
  }
}

function escapeQuery(text: string): string {
  return text.replace(/[\\']/g, '\\$&');
}

/** The path of a file in a folder. The top folder has an empty path. */
export function joined(folder: string | undefined, name: string): string {
  const plain = name.replaceAll('/', '_');
  return folder ? `${folder}/${plain}` : plain;
}

/** The item of a file; empty if the file isn't selected. */
export function itemsOf(file: DriveFile, path: string, filter: FileFilter): SourceItem[] {
  const exported = EXPORTS[file.mimeType];
  // Forms, drawings, shortcuts and the like.
  if (!exported && GOOGLE.test(file.mimeType)) return [];
  const mediaType = exported ?? (file.mimeType || null);
  if (!filter.takes(path, mediaType)) return [];
  return [
    {
      key: file.id,
      name: file.name,
      url: file.webViewLink,
      media_type: mediaType,
      size: exported ? null : file.size,
      etag: file.md5Checksum ?? file.modifiedTime,
      modified_at: file.modifiedTime,
      // The type that is downloaded: the export format, or its own.
      memo: exported ? 'export' : null,
    },
  ];
}

function tooManyFolders(): ConnectorFailure {
  const max = SOURCE_ITEMS_MAX.toLocaleString('en-US');
  return new ConnectorFailure(
    'too_many',
    `There are more than ${max} folders. Choose some of them.`,
  );
}
