import { typeByName } from '#core/datasource/document-type.ts';
import { USER_AGENT } from '#core/datasource/robots.ts';
import { isObject } from '#core/json/is-object.ts';
import { tryJson } from '#core/json/parse-json.ts';
import {
  type BrowsePage,
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type HttpResponse,
  type SourceItem,
} from './connector.ts';
import { contentOf, FileFilter, type FileScope, requireSize } from './files.ts';
import { ask, failureOf, readObject } from './request.ts';

/** A repository on GitHub. */
export interface GithubConfig extends FileScope {
  owner: string;
  repo: string;
  /** Null for the default branch. */
  branch: string | null;
}

export interface GithubSecret {
  token: string;
}

/** The commit of the last sync. */
interface GithubState {
  commit: string;
}

export interface GithubAddresses {
  api: string;
  web: string;
}

type Context = ConnectorContext<GithubSecret>;

const NARROW = 'Choose patterns of files to include, such as docs/**.';
/** The maximum number of files in a comparison of GitHub's. */
const COMPARED_MAX = 300;
const ITEMS_AT_ONCE = 500;
/** The first line of a Git LFS pointer file. */
const LFS = 'version https://git-lfs.github.com/';

/** Reads the files of a branch. Without a token, the repository has to be public. */
export function github({
  api,
  web,
}: GithubAddresses): Connector<GithubConfig, GithubSecret, GithubState> {
  async function send(
    path: string,
    context: Context,
    {
      accept = 'application/vnd.github+json',
      maxBytes,
    }: { accept?: string; maxBytes?: number } = {},
  ): Promise<HttpResponse> {
    const headers = {
      accept,
      'user-agent': USER_AGENT,
      'x-github-api-version': '2022-11-28',
      ...(context.secret && { authorization: `Bearer ${context.secret.token}` }),
    };
    const request = { url: api + path, headers, redirects: 3, ...(maxBytes && { maxBytes }) };
    return ask(request, context, { waitOf });
  }

  /** The commit of the branch; undefined if the repository is empty. */
  async function headOf(config: GithubConfig, context: Context): Promise<string | undefined> {
    const ref = encodeURIComponent(config.branch ?? 'HEAD');
    const accept = 'application/vnd.github.sha';
    const response = await send(`${pathOf(config)}/commits/${ref}`, context, { accept });
    if (response.status === 409) return undefined;
    if (response.status === 422) {
      throw new ConnectorFailure('not_found', `The repository has no branch ${config.branch}.`);
    }
    if (response.status !== 200) throw failureFor(response, config);
    const commit = new TextDecoder().decode(response.body).trim();
    if (/^[0-9a-f]{40,64}$/.test(commit)) return commit;
    throw new ConnectorFailure('invalid', 'GitHub responded with something that is not a commit.');
  }

  function itemOf(
    config: GithubConfig,
    path: string,
    sha: string,
    size: number | null,
  ): SourceItem {
    const [ref, file] = [config.branch ?? 'HEAD', path].map(encodePath);
    return {
      key: path,
      name: path.split('/').at(-1) ?? path,
      url: `${web}/${config.owner}/${config.repo}/blob/${ref}/${file}`,
      media_type: typeByName(path),
      size,
      etag: sha,
      modified_at: null,
      memo: null,
    };
  }

  /** The changes since a commit; undefined if a full listing is needed. */
  async function changedFiles(
    config: GithubConfig,
    base: string,
    head: string,
    context: Context,
  ): Promise<{ items: SourceItem[]; deleted: string[] } | undefined> {
    const path = `${pathOf(config)}/compare/${base}...${head}?per_page=1`;
    const response = await send(path, context);
    // The branch was rewritten, and the old commit is gone.
    if (response.status !== 200 || response.isCut) return undefined;
    const comparison = tryJson(new TextDecoder().decode(response.body));
    if (!isObject(comparison) || comparison.status !== 'ahead') return undefined;
    const files = objectsOf(comparison.files);
    if (files.length >= COMPARED_MAX) return undefined;
    const filter = new FileFilter(config, context, NARROW);
    const items: SourceItem[] = [];
    const deleted: string[] = [];
    for (const { filename, previous_filename, sha, status } of files) {
      if (typeof filename !== 'string' || typeof sha !== 'string') continue;
      if (typeof previous_filename === 'string' && status === 'renamed')
        deleted.push(previous_filename);
      if (status === 'removed') deleted.push(filename);
      else if (filter.takes(filename)) items.push(itemOf(config, filename, sha, null));
    }
    return { items, deleted };
  }

  /** All files of a tree. GitHub truncates large trees, so these are read folder by folder. */
  async function* treeFiles(
    config: GithubConfig,
    sha: string,
    context: Context,
    prefix = '',
  ): AsyncGenerator<{ path: string; sha: string; size: number | null }> {
    const path = `${pathOf(config)}/git/trees/${sha}`;
    const whole = await readTree(`${path}?recursive=1`, config, context);
    const entries = whole ?? (await readTree(path, config, context));
    if (!entries)
      throw new ConnectorFailure('too_many', `${prefix || 'The root'} has too many files.`);
    for (const entry of entries) {
      const { path: name, type, mode, sha: id, size } = entry;
      if (typeof name !== 'string' || typeof id !== 'string') continue;
      // Skips symbolic links and submodules.
      if (type === 'blob' && mode !== '120000') {
        yield { path: prefix + name, sha: id, size: typeof size === 'number' ? size : null };
      } else if (type === 'tree' && !whole) {
        yield* treeFiles(config, id, context, `${prefix}${name}/`);
      }
    }
  }

  /** The entries of a tree; undefined if it was truncated. */
  async function readTree(
    path: string,
    config: GithubConfig,
    context: Context,
  ): Promise<Record<string, unknown>[] | undefined> {
    const response = await send(path, context);
    if (response.status !== 200) throw failureFor(response, config);
    const tree = response.isCut ? undefined : tryJson(new TextDecoder().decode(response.body));
    return isObject(tree) && tree.truncated !== true ? objectsOf(tree.tree) : undefined;
  }

  return {
    async *changes(config, state, context) {
      const head = await headOf(config, context);
      const isSame = head !== undefined && head === state?.commit;
      if (isSame) return yield { items: [], end: { state, complete: false } };
      if (head === undefined) {
        return yield { items: [], end: { state: { commit: '' }, complete: true } };
      }
      const end = { state: { commit: head }, complete: false };
      const changed = state?.commit && (await changedFiles(config, state.commit, head, context));
      if (changed) return yield { ...changed, end };
      const filter = new FileFilter(config, context, NARROW);
      let items: SourceItem[] = [];
      for await (const { path, sha, size } of treeFiles(config, head, context)) {
        if (filter.takes(path)) items.push(itemOf(config, path, sha, size));
        if (items.length < ITEMS_AT_ONCE) continue;
        yield { items };
        items = [];
      }
      yield { items, end: { ...end, complete: true } };
    },

    async fetch(config, item, context): Promise<Content> {
      requireSize(item, context);
      const response = await send(`${pathOf(config)}/git/blobs/${item.etag}`, context, {
        accept: 'application/vnd.github.raw+json',
        maxBytes: context.maxBytes,
      });
      if (response.status !== 200) throw failureFor(response, config);
      const content = await contentOf(response, item, context);
      const start = new TextDecoder('latin1').decode(content.bytes.subarray(0, LFS.length));
      if (start !== LFS) return content;
      throw new ConnectorFailure(
        'unsupported',
        "The file is stored with Git LFS, which can't be read.",
      );
    },

    async browse(config, folder, _cursor, context): Promise<BrowsePage> {
      const path = encodePath(folder ?? '');
      const ref = config.branch === null ? '' : `?ref=${encodeURIComponent(config.branch)}`;
      const response = await send(`${pathOf(config)}/contents/${path}${ref}`, context);
      if (response.status !== 200) throw failureFor(response, config);
      const entries = objectsOf(readObject(response)).flatMap(({ path: id, name, type, size }) => {
        if (typeof id !== 'string' || typeof name !== 'string') return [];
        if (type !== 'dir' && type !== 'file') return [];
        const isFolder = type === 'dir';
        return {
          id,
          name,
          is_folder: isFolder,
          media_type: isFolder ? null : typeByName(name),
          size: isFolder || typeof size !== 'number' ? null : size,
          modified_at: null,
        };
      });
      return { entries, next_cursor: null };
    },

    async check(config, context) {
      await headOf(config, context);
    },
  };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function pathOf({ owner, repo }: GithubConfig): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

function failureFor(response: HttpResponse, { owner, repo }: GithubConfig): ConnectorFailure {
  return failureOf(response, `repository ${owner}/${repo}`);
}

/** GitHub reports its limits with status 403, too. */
function waitOf({ status, headers, body }: HttpResponse, now: number): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    return Number.isFinite(reset) ? Math.max(1000, reset - now) : 60_000;
  }
  const isBusy = /rate limit/i.test(new TextDecoder().decode(body.subarray(0, 2000)));
  return isBusy || headers['retry-after'] ? 60_000 : undefined;
}

function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
