import { DocumentError } from '../document/document-error.ts';
import { git } from '../document/files.ts';
import { BUNDLE, openDocument } from '../document/open-document.ts';
import type { Version } from './changelog.ts';

/**
 * Reads the contract at each commit that changed its bundle, or at each tag, oldest first. Versions that can no longer
 * be read, such as those before OpenAPI 3.1, are skipped.
 * @throws DocumentError when there is no history
 */
export async function readHistory(by: 'commit' | 'tag'): Promise<Version[]> {
  const rows = await (by === 'tag' ? tags() : commits()).catch((error: Error) => {
    throw new DocumentError('git', undefined, `no git history: ${error.message.split('\n')[0]}`);
  });
  if (rows.length === 0)
    throw new DocumentError(
      'git',
      undefined,
      by === 'tag' ? 'there are no tags.' : `no commit has changed ${BUNDLE}.`,
    );
  const versions: Version[] = [];
  for (const { ref, date, title } of rows) {
    const opened = await openDocument(`git:${ref}`).catch(() => undefined);
    if (!opened) continue;
    versions.push({ date, commit: ref.slice(0, 12), title, document: opened.document });
  }
  return versions;
}

async function commits() {
  const printed = await git([
    'log',
    '--reverse',
    '--first-parent',
    '--format=%H%x09%cs%x09%s',
    '--',
    BUNDLE,
  ]);
  return rowsOf(printed);
}

async function tags() {
  const format = '--format=%(objectname)%09%(creatordate:short)%09%(refname:short)';
  return rowsOf(await git(['for-each-ref', '--sort=creatordate', format, 'refs/tags']));
}

function rowsOf(printed: string) {
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [ref = '', date = '', ...title] = line.split('\t');
      return { ref, date, title: title.join('\t') };
    });
}
