import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type SourceServer, sendJson, serveSource } from './serve.ts';

export interface FakeFile {
  name: string;
  mimeType: string;
  parents: string[];
  body?: string | undefined;
  trashed?: boolean;
  driveId?: string;
  modifiedTime?: string;
  isShared?: boolean;
}

export interface DriveServer extends SourceServer {
  files: ReadonlyMap<string, FakeFile>;
  /** Creates, changes (with a part of a file) or deletes (with null) a file, and records the change. */
  put(id: string, file: Partial<FakeFile> | null): void;
  drives: { id: string; name: string }[];
  pageSize: number;
  /** Responses to the next requests of the API. */
  failures: { status: number; reason: string }[];
  /** Called before a file is sent. */
  onDownload: () => void;
  /** Access tokens that are valid. */
  tokens: Set<string>;
  /** A code as Google sends it back after a person's consent to the address. */
  consent(address: string): { code: string; state: string | null };
  /** Ends the person's consent. */
  revoke(): void;
  /** Forgets changes so far, as Google does after a while. */
  forgetChanges(): void;
}

export const FOLDER = 'application/vnd.google-apps.folder';
export const CLIENT = { client_id: 'client', client_secret: 'hush' };
const SCOPE = 'https://www.googleapis.com/auth/drive.readonly';

/** Google Drive with its authorisation server. */
export async function startDrive(): Promise<DriveServer> {
  const files = new Map<string, FakeFile>([
    ['top', { name: 'My Drive', mimeType: FOLDER, parents: [] }],
  ]);
  let changes: { id: string; drive: string | undefined }[] = [];
  let firstChange = 1;
  const codes = new Map<string, { challenge: string; redirect: string }>();
  let refreshToken = '';

  const server = await serveSource(({ method, url, headers, body }, response) => {
    if (url.pathname === '/token' && method === 'POST') {
      return sendJson(response, ...answerToken(new URLSearchParams(body)));
    }
    if (url.pathname === '/auth') return answerConsent(url, response);
    if (url.searchParams.get('alt') === 'media') drive.onDownload();
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!drive.tokens.has(token)) return sendError(response, 401, 'authError');
    const failure = drive.failures.shift();
    if (failure) return sendError(response, failure.status, failure.reason);
    const query = url.searchParams;
    const path = url.pathname.replace('/drive/v3', '');
    if (path === '/drives') return sendJson(response, 200, { drives: drive.drives });
    if (path === '/files') return sendFiles(query, response);
    if (path === '/changes/startPageToken') {
      return sendJson(response, 200, { startPageToken: String(firstChange + changes.length) });
    }
    if (path === '/changes') return sendChanges(query, response);
    const [, , id = '', action] = path.split('/').map(decodeURIComponent);
    const key = id === 'root' ? 'top' : id;
    const file = files.get(key);
    if (!file) return sendError(response, 404, 'notFound');
    if (action === 'export') {
      if (!file.mimeType.includes('google-apps'))
        return sendError(response, 403, 'fileNotExportable');
      response.writeHead(200, { 'content-type': String(query.get('mimeType')) });
      return void response.end(`exported ${file.body}`);
    }
    if (query.get('alt') !== 'media') return sendJson(response, 200, resource(key, file));
    if (file.mimeType.includes('google-apps'))
      return sendError(response, 403, 'fileNotDownloadable');
    response.writeHead(200, { 'content-type': file.mimeType }).end(file.body);
  });

  /** The person who is sent here agrees at once, and is sent back. */
  function answerConsent(url: URL, response: ServerResponse): void {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const { code, state } = drive.consent(url.href);
    back.searchParams.set('code', code);
    if (state !== null) back.searchParams.set('state', state);
    response.writeHead(302, { location: back.href }).end();
  }

  function answerToken(form: URLSearchParams): [status: number, body: object] {
    if (
      form.get('client_id') !== CLIENT.client_id ||
      form.get('client_secret') !== CLIENT.client_secret
    ) {
      return [401, { error: 'invalid_client' }];
    }
    const access = {
      access_token: randomUUID(),
      expires_in: 3599,
      scope: SCOPE,
      token_type: 'Bearer',
    };
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.challenge !== challenge || code.redirect !== form.get('redirect_uri')) {
        return [400, { error: 'invalid_grant' }];
      }
      refreshToken = randomUUID();
      drive.tokens.add(access.access_token);
      return [200, { ...access, refresh_token: refreshToken }];
    }
    if (refreshToken === '' || form.get('refresh_token') !== refreshToken) {
      return [400, { error: 'invalid_grant' }];
    }
    drive.tokens.add(access.access_token);
    return [200, access];
  }

  function sendFiles(query: URLSearchParams, response: ServerResponse): void {
    const q = query.get('q') ?? '';
    const parents = [...q.matchAll(/'((?:[^'\\]|\\.)+)' in parents/g)].map(([, id = '']) =>
      id === 'root' ? 'top' : id.replace(/\\(.)/g, '$1'),
    );
    const isShared = q.includes('sharedWithMe = true');
    const found = [...files].filter(([, file]) => {
      if (file.trashed || (file.driveId ?? null) !== query.get('driveId')) return false;
      return isShared ? file.isShared === true : file.parents.some((id) => parents.includes(id));
    });
    const start = Number(query.get('pageToken') ?? 0);
    const end = start + drive.pageSize;
    sendJson(response, 200, {
      files: found.slice(start, end).map(([id, file]) => resource(id, file)),
      ...(end < found.length && { nextPageToken: String(end) }),
    });
  }

  function sendChanges(query: URLSearchParams, response: ServerResponse): void {
    const start = Number(query.get('pageToken'));
    if (!(start >= firstChange)) {
      sendError(response, 400, 'invalid');
      return;
    }
    const page = changes.slice(start - firstChange, start - firstChange + drive.pageSize);
    const mine = page.filter((change) => (change.drive ?? null) === query.get('driveId'));
    const next = start + page.length;
    const isLast = next === firstChange + changes.length;
    sendJson(response, 200, {
      changes: mine.map(({ id }) => {
        const file = files.get(id);
        return {
          changeType: 'file',
          fileId: id,
          removed: !file,
          ...(file && { file: resource(id, file) }),
        };
      }),
      ...(isLast ? { newStartPageToken: String(next) } : { nextPageToken: String(next) }),
    });
  }

  const drive: DriveServer = {
    ...server,
    files,
    drives: [],
    pageSize: 1000,
    failures: [],
    onDownload: () => undefined,
    tokens: new Set(),
    put(id, file) {
      const before = files.get(id);
      if (file)
        files.set(id, { name: id, mimeType: 'text/plain', parents: ['top'], ...before, ...file });
      else files.delete(id);
      changes.push({ id, drive: (files.get(id) ?? before)?.driveId });
    },
    consent(address) {
      const { searchParams } = new URL(address);
      const code = randomUUID();
      const isComplete =
        searchParams.get('client_id') === CLIENT.client_id &&
        searchParams.get('response_type') === 'code' &&
        searchParams.get('access_type') === 'offline' &&
        searchParams.get('scope') === SCOPE &&
        searchParams.get('code_challenge_method') === 'S256';
      if (!isComplete) throw new Error('The address is incomplete.');
      codes.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        redirect: searchParams.get('redirect_uri') ?? '',
      });
      return { code, state: searchParams.get('state') };
    },
    revoke() {
      refreshToken = '';
      drive.tokens.clear();
    },
    forgetChanges() {
      firstChange += changes.length;
      changes = [];
    },
  };
  return drive;
}

function resource(id: string, { body, isShared: _, ...file }: FakeFile) {
  const isNative = file.mimeType.includes('google-apps');
  const md5Checksum = createHash('md5')
    .update(body ?? '')
    .digest('hex');
  return {
    id,
    trashed: false,
    modifiedTime: '2026-11-01T10:00:00.000Z',
    webViewLink: `https://drive.google.com/file/d/${id}/view`,
    ...(!isNative && { md5Checksum, size: String(body?.length ?? 0) }),
    ...file,
  };
}

function sendError(response: ServerResponse, status: number, reason: string): void {
  sendJson(response, status, { error: { code: status, message: reason, errors: [{ reason }] } });
}
