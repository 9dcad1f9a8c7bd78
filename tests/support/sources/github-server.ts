import { createHash } from 'node:crypto';
import { type SourceServer, sendJson, serveSource } from './serve.ts';

type Files = Record<string, string>;

export interface GithubServer extends SourceServer {
  /** Commits the files that the branch contains from now on. */
  commit(files: Files): string;
  /** Forgets all commits before the last one, like a branch that was rewritten. */
  rewrite(): void;
  /** How many entries a recursive tree has before it is truncated. */
  treeMax: number;
  /** Responses to the next requests. */
  failures: { status: number; headers?: Record<string, string>; message?: string }[];
}

export const GITHUB_TOKEN = 'ghp_test';

/** The private repository `acme/docs` with the branch `main`. */
export async function startGithub(): Promise<GithubServer> {
  let commits: { sha: string; files: Files }[] = [];
  const blobs = new Map<string, string>();
  const trees = new Map<string, [path: string, file: string | null][]>();

  const server = await serveSource(({ url, headers }, response) => {
    const failure = github.failures.shift();
    if (failure)
      return sendJson(response, failure.status, { message: failure.message }, failure.headers);
    if (headers.authorization === undefined)
      return sendJson(response, 404, { message: 'Not Found' });
    if (headers.authorization !== `Bearer ${GITHUB_TOKEN}`) {
      return sendJson(response, 401, { message: 'Bad credentials' });
    }
    const match =
      /^\/repos\/acme\/docs\/(commits|compare|git\/trees|git\/blobs|contents)\/(.*)$/.exec(
        url.pathname,
      );
    if (!match) return sendJson(response, 404, { message: 'Not Found' });
    const rest = decodeURIComponent(match[2] ?? '');
    const head = commits.at(-1);
    switch (match[1]) {
      case 'commits':
        if (!head) return sendJson(response, 409, { message: 'Git Repository is empty.' });
        if (!['main', 'HEAD'].includes(rest))
          return sendJson(response, 422, { message: 'No commit found for SHA' });
        return void response
          .writeHead(200, { 'content-type': 'application/vnd.github.sha' })
          .end(head.sha);
      case 'compare': {
        const [from, to] = rest
          .split('...')
          .map((sha) => commits.find((commit) => commit.sha === sha));
        if (!from || !to) return sendJson(response, 404, { message: 'Not Found' });
        return sendJson(response, 200, { status: 'ahead', files: compared(from.files, to.files) });
      }
      case 'git/trees': {
        const commit = commits.find(({ sha }) => sha === rest);
        const entries = commit
          ? Object.keys(commit.files).map((path): [string, string] => [path, path])
          : trees.get(rest);
        const files = (commit ?? head)?.files ?? {};
        if (!entries) return sendJson(response, 404, { message: 'Not Found' });
        return sendJson(
          response,
          200,
          treeOf(
            files,
            entries.map(([path]) => path),
            rest,
            url.searchParams.has('recursive'),
          ),
        );
      }
      case 'git/blobs':
        if (!blobs.has(rest)) return sendJson(response, 404, { message: 'Not Found' });
        return void response
          .writeHead(200, { 'content-type': 'application/vnd.github.raw+json' })
          .end(blobs.get(rest));
      default:
        return sendJson(response, 200, contentsOf(head?.files ?? {}, rest));
    }
  });

  /** `paths` are those of the files below the tree, from the root of the repository. */
  function treeOf(files: Files, paths: string[], id: string, isRecursive: boolean) {
    const prefix = folderOf(id);
    const inside = paths.map((path) => path.slice(prefix.length));
    if (isRecursive) {
      const tree = inside.map((path) => blobEntry(path, files[prefix + path] ?? ''));
      return {
        sha: id,
        truncated: tree.length > github.treeMax,
        tree: tree.slice(0, github.treeMax),
      };
    }
    const names = new Map<string, string[]>();
    for (const path of inside) {
      const name = path.split('/', 1)[0] ?? '';
      names.set(name, [...(names.get(name) ?? []), path]);
    }
    const tree = [...names].map(([name, below]) => {
      if (below.length === 1 && below[0] === name)
        return blobEntry(name, files[prefix + name] ?? '');
      const sha = `tree:${prefix}${name}/`;
      trees.set(
        sha,
        below.map((path) => [prefix + path, null]),
      );
      return { path: name, mode: '040000', type: 'tree', sha };
    });
    return { sha: id, truncated: false, tree };
  }

  const github: GithubServer = {
    ...server,
    treeMax: 100_000,
    failures: [],
    commit(files) {
      const sha = createHash('sha1')
        .update(JSON.stringify([files, commits.length]))
        .digest('hex');
      for (const text of Object.values(files)) blobs.set(blobSha(text), text);
      commits.push({ sha, files });
      return sha;
    },
    rewrite: () => {
      commits = commits.slice(-1);
    },
  };
  return github;
}

function folderOf(id: string): string {
  return id.startsWith('tree:') ? id.slice(5) : '';
}

function blobSha(text: string): string {
  return createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
}

function blobEntry(path: string, text: string) {
  const mode = text.startsWith('->') ? '120000' : '100644';
  return { path, mode, type: 'blob', sha: blobSha(text), size: text.length };
}

function compared(from: Files, to: Files) {
  const files: Record<string, string>[] = [];
  for (const [filename, text] of Object.entries(to)) {
    if (from[filename] === text) continue;
    const old = Object.keys(from).find((name) => from[name] === text && !(name in to));
    if (old)
      files.push({ filename, previous_filename: old, status: 'renamed', sha: blobSha(text) });
    else
      files.push({ filename, status: filename in from ? 'modified' : 'added', sha: blobSha(text) });
  }
  const renamed = files.map(({ previous_filename }) => previous_filename);
  for (const filename of Object.keys(from)) {
    if (filename in to || renamed.includes(filename)) continue;
    files.push({ filename, status: 'removed', sha: blobSha(from[filename] ?? '') });
  }
  return files.slice(0, 300);
}

function contentsOf(files: Files, folder: string) {
  const prefix = folder && `${folder}/`;
  const names = new Map<string, string>();
  for (const path of Object.keys(files).filter((name) => name.startsWith(prefix))) {
    const [name = '', ...below] = path.slice(prefix.length).split('/');
    names.set(name, below.length > 0 ? 'dir' : 'file');
  }
  return [...names].map(([name, type]) => {
    const size = type === 'file' ? files[prefix + name]?.length : 0;
    return { name, path: prefix + name, type, size };
  });
}
