import { USER_AGENT } from '#core/datasource/robots.ts';
import { isObject } from '#core/json/is-object.ts';
import { type ConnectorContext, ConnectorFailure, type HttpResponse } from '../connector.ts';
import { ask } from '../request.ts';
import { type GoogleSecret, type GoogleSettings, objectOf, refresh } from './google-oauth.ts';

export type DriveContext = ConnectorContext<GoogleSecret>;

export const FOLDER = 'application/vnd.google-apps.folder';
export const MY_DRIVE = 'root';
export const SHARED_WITH_ME = 'shared';

export interface DriveFile {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  /** The ID of its shared drive; null in My Drive. */
  driveId: string | null;
  modifiedTime: string | null;
  md5Checksum: string | null;
  size: number | null;
  webViewLink: string | null;
  trashed: boolean;
}

export interface DriveChange {
  id: string;
  /** Null if it was deleted, or is no longer shared. */
  file: DriveFile | null;
}

export interface DrivePage<T> {
  entries: T[];
  next: string | null;
}

const FIELDS = 'id,name,mimeType,parents,driveId,modifiedTime,md5Checksum,size,webViewLink,trashed';
const PAGE_SIZE = '1000';
const ALL_DRIVES = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' };
/** A token that expires within this time is renewed first. */
const MARGIN_MS = 60_000;
const BUSY = ['rateLimitExceeded', 'userRateLimitExceeded', 'sharingRateLimitExceeded'];
const BUSY_WAIT_MS = 5000;
const SPENT = ['dailyLimitExceeded', 'quotaExceeded'];
const SPENT_WAIT_MS = 3_600_000;
/** Errors that concern a single file. */
const FILE_REASONS: Readonly<Record<string, ['unsupported' | 'too_large', string]>> = {
  exportSizeLimitExceeded: ['too_large', 'Google exports documents of at most 10 MB.'],
  cannotExportFile: ['unsupported', "The owner doesn't allow copies of this file."],
  cannotDownloadFile: ['unsupported', "The owner doesn't allow downloads of this file."],
  fileNotDownloadable: ['unsupported', "Google Drive can't send files of this type."],
  cannotDownloadAbusiveFile: ['unsupported', 'Google flagged this file as harmful.'],
  insufficientFilePermissions: ['unsupported', "You don't have permission to read this file."],
};

/** The parts of Google Drive's API that reading needs. Renews the access token when it expires. */
export class DriveApi {
  readonly #settings: GoogleSettings;
  readonly #context: DriveContext;

  constructor(settings: GoogleSettings, context: DriveContext) {
    this.#settings = settings;
    this.#context = context;
  }

  /** @throws ConnectorFailure `not_found` */
  async file(id: string): Promise<DriveFile> {
    const path = `/files/${encodeURIComponent(id)}`;
    const file = fileOf(await this.#json(path, { fields: FIELDS, supportsAllDrives: 'true' }));
    if (file) return file;
    throw new ConnectorFailure('invalid', 'Google Drive sent no file.');
  }

  /** One page of the files that match a query, in one drive. */
  async list(
    query: string,
    driveId: string | null,
    cursor: string | null,
  ): Promise<DrivePage<DriveFile>> {
    const { files, nextPageToken } = await this.#json('/files', {
      q: query,
      fields: `nextPageToken,files(${FIELDS})`,
      pageSize: PAGE_SIZE,
      orderBy: 'folder,name',
      ...ALL_DRIVES,
      ...(driveId !== null && { corpora: 'drive', driveId }),
      ...(cursor !== null && { pageToken: cursor }),
    });
    const entries = Array.isArray(files) ? files.flatMap((file) => fileOf(file) ?? []) : [];
    return { entries, next: textOf(nextPageToken) };
  }

  /** The shared drives of this person. */
  async drives(): Promise<{ id: string; name: string }[]> {
    const { drives } = await this.#json('/drives', { pageSize: '100', fields: 'drives(id,name)' });
    const all = Array.isArray(drives) ? drives.filter(isObject) : [];
    return all.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  }

  async startToken(driveId: string | null): Promise<string> {
    const { startPageToken } = await this.#json('/changes/startPageToken', {
      supportsAllDrives: 'true',
      ...(driveId !== null && { driveId }),
    });
    const token = textOf(startPageToken);
    if (token !== null) return token;
    throw new ConnectorFailure('invalid', 'Google Drive sent no token for changes.');
  }

  /** One page of changes, with the token for the next page or, at the end, for the next sync. */
  async changes(
    token: string,
    driveId: string | null,
  ): Promise<{ changes: DriveChange[]; next: string | null; end: string | null }> {
    const body = await this.#json('/changes', {
      pageToken: token,
      includeRemoved: 'true',
      pageSize: PAGE_SIZE,
      fields: `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${FIELDS}))`,
      ...ALL_DRIVES,
      ...(driveId !== null && { driveId }),
    });
    const list = Array.isArray(body.changes) ? body.changes.filter(isObject) : [];
    const changes = list.flatMap(({ fileId, removed, file }) => {
      const id = textOf(fileId);
      return id === null ? [] : { id, file: removed === true ? null : (fileOf(file) ?? null) };
    });
    return { changes, next: textOf(body.nextPageToken), end: textOf(body.newStartPageToken) };
  }

  download(id: string, maxBytes: number): Promise<HttpResponse> {
    const path = `/files/${encodeURIComponent(id)}`;
    return this.#send(path, { alt: 'media', supportsAllDrives: 'true' }, maxBytes);
  }

  export(id: string, mimeType: string, maxBytes: number): Promise<HttpResponse> {
    return this.#send(`/files/${encodeURIComponent(id)}/export`, { mimeType }, maxBytes);
  }

  async #json(path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
    return objectOf(await this.#send(path, query));
  }

  async #send(
    path: string,
    query: Record<string, string>,
    maxBytes?: number,
  ): Promise<HttpResponse> {
    let token = await this.#accessToken();
    for (let attempt = 1; ; attempt += 1) {
      const response = await ask(
        {
          url: `${this.#settings.api}${path}?${new URLSearchParams(query)}`,
          headers: { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT },
          ...(maxBytes !== undefined && { maxBytes }),
          redirects: 3,
        },
        this.#context,
        { waitOf },
      );
      if (response.status === 200) return response;
      if (response.status !== 401 || attempt > 1) throw failureOf(response);
      // It was revoked, or expired before its time.
      token = await this.#renew();
    }
  }

  async #accessToken(): Promise<string> {
    const { expires_at, access_token } = this.#secret();
    const left = Date.parse(expires_at) - this.#context.now();
    return left > MARGIN_MS ? access_token : this.#renew();
  }

  async #renew(): Promise<string> {
    const renewed = await refresh(this.#settings, this.#secret(), this.#context);
    await this.#context.saveSecret(renewed);
    return renewed.access_token;
  }

  /** As it is now: whoever fetches a file may have renewed it while others list. */
  #secret(): GoogleSecret {
    const { secret } = this.#context;
    if (secret) return secret;
    throw new ConnectorFailure('unauthorised', 'Connect Google Drive first.');
  }
}

function fileOf(value: unknown): DriveFile | undefined {
  if (!isObject(value)) return undefined;
  const { id, name, mimeType, parents, driveId, modifiedTime, size, trashed } = value;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const bytes = Number(size ?? Number.NaN);
  return {
    id,
    name,
    mimeType: textOf(mimeType) ?? '',
    parents: Array.isArray(parents) ? parents.filter((one) => typeof one === 'string') : [],
    driveId: textOf(driveId),
    modifiedTime: textOf(modifiedTime),
    md5Checksum: textOf(value.md5Checksum),
    size: Number.isFinite(bytes) ? bytes : null,
    webViewLink: textOf(value.webViewLink),
    trashed: trashed === true,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Google reports its limits with status 403, too. */
function waitOf(response: HttpResponse): number | undefined {
  if (response.status !== 403) return undefined;
  const reason = reasonOf(response);
  if (BUSY.includes(reason)) return BUSY_WAIT_MS;
  return SPENT.includes(reason) ? SPENT_WAIT_MS : undefined;
}

function reasonOf(response: HttpResponse): string {
  const { error } = objectOf(response);
  const errors = isObject(error) && Array.isArray(error.errors) ? error.errors : [];
  const [first] = errors.filter(isObject);
  return typeof first?.reason === 'string' ? first.reason : '';
}

function failureOf(response: HttpResponse): ConnectorFailure {
  const { status } = response;
  const reason = reasonOf(response);
  const known = FILE_REASONS[reason];
  if (known) return new ConnectorFailure(...known);
  if (status === 401 || status === 403) {
    const why = reason && ` (${reason})`;
    return new ConnectorFailure(
      'unauthorised',
      `Google Drive refused access${why}. Connect Google Drive again.`,
    );
  }
  if (status === 404) {
    return new ConnectorFailure('not_found', 'The file was deleted, or is no longer shared.');
  }
  return new ConnectorFailure('invalid', `Google Drive responded with status ${status}.`);
}
