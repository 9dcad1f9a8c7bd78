import { SOURCE_ITEMS_MAX } from '#core/limits.ts';
import {
  type BrowseEntry,
  type BrowsePage,
  type Changes,
  type Connector,
  ConnectorFailure,
  type SourceItem,
} from '../connector.ts';
import { contentOf, FileFilter, type FileScope, requireSize } from '../files.ts';
import {
  DriveApi,
  type DriveContext,
  type DriveFile,
  FOLDER,
  MY_DRIVE,
  SHARED_WITH_ME,
} from './drive-api.ts';
import { type Folders, itemsOf, joined, walk } from './drive-tree.ts';
import type { GoogleSecret, GoogleSettings } from './google-oauth.ts';

export interface DriveConfig extends FileScope {
  /** IDs of the folders and files to read; empty for My Drive. Patterns apply to paths relative to these folders. */
  roots: string[];
}

interface DriveState {
  /** Change tokens by drive ID; '' is My Drive. */
  tokens: Record<string, string>;
  /** Paths of the folders that belong to the source, by id. */
  folders: Record<string, string>;
  /** The IDs of chosen files. */
  files: string[];
}

const NARROW = 'Choose folders, or patterns of files to include.';

/** Reads files from Google Drive, including shared drives. Google's own documents are exported to Office formats. */
export function googleDrive(
  settings: GoogleSettings,
): Connector<DriveConfig, GoogleSecret, DriveState> {
  return {
    async *changes(config, state, context) {
      const api = new DriveApi(settings, context);
      const changed = state && (await readChanges(state, config, api, context));
      if (changed) yield changed;
      else yield* listAll(config, api, context);
    },

    async fetch(_config, item, context) {
      requireSize(item, context);
      const api = new DriveApi(settings, context);
      const response =
        item.memo === 'export' && item.media_type !== null
          ? await api.export(item.key, item.media_type, context.maxBytes)
          : await api.download(item.key, context.maxBytes);
      return contentOf(response, item, context);
    },

    async browse(_config, folder, cursor, context): Promise<BrowsePage> {
      const api = new DriveApi(settings, context);
      if (folder === null) {
        const drives = await api.drives();
        const top = [
          { id: MY_DRIVE, name: 'My Drive' },
          { id: SHARED_WITH_ME, name: 'Shared with me' },
          ...drives,
        ];
        return { entries: top.map(({ id, name }) => folderEntry(id, name)), next_cursor: null };
      }
      const isShared = folder === SHARED_WITH_ME;
      const { driveId } = isShared ? { driveId: null } : await api.file(folder);
      const query = isShared
        ? 'sharedWithMe = true'
        : `'${folder.replace(/[\\']/g, '\\$&')}' in parents`;
      const { entries, next } = await api.list(`${query} and trashed = false`, driveId, cursor);
      return { entries: entries.map(entryOf), next_cursor: next };
    },

    async check(config, context) {
      const api = new DriveApi(settings, context);
      await rootsOf(config, api);
    },
  };
}

/** The chosen files and folders that still exist. */
async function rootsOf({ roots }: DriveConfig, api: DriveApi): Promise<DriveFile[]> {
  const found: DriveFile[] = [];
  for (const id of roots.length > 0 ? roots : [MY_DRIVE]) {
    try {
      const file = await api.file(id);
      if (!file.trashed) found.push(file);
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.reason !== 'not_found') throw error;
    }
  }
  if (found.length > 0) return found;
  throw new ConnectorFailure(
    'not_found',
    'The chosen files and folders were deleted, or are no longer shared. Choose others.',
  );
}

async function* listAll(
  config: DriveConfig,
  api: DriveApi,
  context: DriveContext,
): AsyncGenerator<Changes<DriveState>> {
  const roots = await rootsOf(config, api);
  const tokens: Record<string, string> = {};
  // Taken before listing, so that changes made meanwhile are part of the next sync.
  for (const { driveId } of roots) tokens[driveId ?? ''] ??= await api.startToken(driveId);
  const filter = new FileFilter(config, context, NARROW);
  const folders: Folders = new Map();
  const seen = new Set<string>();
  const fresh = (items: SourceItem[]) => items.filter(({ key }) => !seen.has(key) && seen.add(key));
  const files = roots.filter(({ mimeType }) => mimeType !== FOLDER);
  yield { items: fresh(files.flatMap((file) => itemsOf(file, file.name, filter))) };
  const open = roots
    .filter(({ mimeType }) => mimeType === FOLDER)
    .map(({ id, driveId }) => ({ id, path: '', driveId }));
  for await (const items of walk(open, api, filter, folders)) yield { items: fresh(items) };
  const state = { tokens, folders: Object.fromEntries(folders), files: files.map(({ id }) => id) };
  yield { items: [], end: { state, complete: true } };
}

/** The changes since the last sync; undefined if a full listing is needed. */
async function readChanges(
  state: DriveState,
  config: DriveConfig,
  api: DriveApi,
  context: DriveContext,
): Promise<Changes<DriveState> | undefined> {
  const filter = new FileFilter(config, context, NARROW);
  const folders: Folders = new Map(Object.entries(state.folders));
  const files = new Map<string, DriveFile | null>();
  const tokens: Record<string, string> = {};
  for (const [drive, token] of Object.entries(state.tokens)) {
    const end = await collect(api, drive, token, files);
    if (end === undefined) return undefined;
    tokens[drive] = end;
  }
  const items = new Map<string, SourceItem>();
  const deleted = new Set<string>();
  const added: { id: string; path: string; driveId: string | null }[] = [];
  for (const [id, file] of files) {
    const parent = file?.parents.find((one) => folders.has(one));
    const isInside =
      file !== null && !file.trashed && (parent !== undefined || state.files.includes(id));
    const path = file ? joined(parent && folders.get(parent), file.name) : '';
    const known = folders.get(id);
    if (known !== undefined) {
      // Renaming a top folder changes no paths. When another folder moves or is renamed, the paths of its files change.
      const isSame = known === '' ? file !== null && !file.trashed : isInside && known === path;
      if (!isSame) return undefined;
    } else if (file?.mimeType === FOLDER) {
      if (isInside) added.push({ id, path, driveId: file.driveId });
    } else {
      const [item] = isInside && file ? itemsOf(file, path, filter) : [];
      if (item) items.set(id, item);
      else deleted.add(id);
    }
  }
  for await (const found of walk(added, api, filter, folders)) {
    for (const item of found) items.set(item.key, item);
  }
  for (const key of items.keys()) deleted.delete(key);
  const next = { tokens, folders: Object.fromEntries(folders), files: state.files };
  return {
    items: [...items.values()],
    deleted: [...deleted],
    end: { state: next, complete: false },
  };
}

/**
 * Collects the changes of one drive: the latest per file.
 * @returns the token for the next sync; undefined if the old one has expired, or there are too many changes
 */
async function collect(
  api: DriveApi,
  drive: string,
  start: string,
  files: Map<string, DriveFile | null>,
): Promise<string | undefined> {
  for (let token = start; ; ) {
    const page = await api.changes(token, drive || null).catch((error: unknown) => {
      const isOld =
        error instanceof ConnectorFailure && ['invalid', 'not_found'].includes(error.reason);
      if (isOld) return undefined;
      throw error;
    });
    if (!page) return undefined;
    for (const { id, file } of page.changes) files.set(id, file);
    if (page.end !== null) return page.end;
    if (page.next === null || page.next === token || files.size > SOURCE_ITEMS_MAX)
      return undefined;
    token = page.next;
  }
}

function folderEntry(id: string, name: string): BrowseEntry {
  return { id, name, is_folder: true, media_type: null, size: null, modified_at: null };
}

function entryOf(file: DriveFile): BrowseEntry {
  const { id, name, mimeType, size, modifiedTime } = file;
  if (mimeType === FOLDER) return { ...folderEntry(id, name), modified_at: modifiedTime };
  return { id, name, is_folder: false, media_type: mimeType, size, modified_at: modifiedTime };
}
