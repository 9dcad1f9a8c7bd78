import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DocumentError } from './document-error.ts';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads contract files from disk or from a git revision. */
export interface Files {
  /** @returns undefined when there is no such file */
  read(path: string): Promise<string | undefined>;
  /** How the file is named in messages. */
  label(path: string): string;
}

export const disk: Files = {
  async read(path) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
      throw new DocumentError(path, undefined, `cannot be read (${code}).`);
    }
  },
  label: (path) => path,
};

/**
 * Reads files of a revision; paths are relative to the working directory.
 * @throws DocumentError when there is no such revision
 */
export async function revisionFiles(ref: string): Promise<Files> {
  const fail = (message: string) => new DocumentError(`git:${ref}`, undefined, message);
  if (ref === '' || ref.startsWith('-')) throw fail('name a revision, such as git:main.');
  const commit = await git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch(
    (error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fail('git is not installed.');
      throw fail('no such revision. In CI, fetch it first (`git fetch origin main`).');
    },
  );
  return {
    read: (path) => git(['cat-file', 'blob', `${commit.trim()}:./${path}`]).catch(() => undefined),
    label: (path) => `git:${ref}:${path}`,
  };
}

export async function git(args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { maxBuffer: MAX_BYTES });
  return stdout;
}
