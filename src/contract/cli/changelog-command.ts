import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ChangelogEntry, changelogOf } from '../changelog/changelog.ts';
import { readHistory } from '../changelog/history.ts';
import { changelogMarkdown } from '../changelog/markdown.ts';
import { nextByDefault, openDocument } from '../document/open-document.ts';
import { command, FLAG, TEXT } from './command.ts';
import { CommandError } from './command-error.ts';

const FILE = 'generated/docs/changelog.json';

export const changelogCommand = command({
  summary: 'print a changelog for API users, between two contracts or over the whole history',
  help: `Usage: npm run contract -- changelog [base] [next] [--tags] [--write] [--format markdown|json]

Prints a changelog for API users: Breaking, Removed, Deprecated, Changed, Added.

  base, next   two contracts, as for diff; default: every commit that changed the contract
  --tags       use tags instead of commits
  --write      write ${FILE}, which /docs/changelog serves (a server has no git)

Exit codes: 0 done, 2 could not run.`,
  options: { format: TEXT, tags: FLAG, write: FLAG },
  async run({ values, positionals, print }) {
    const { format = 'markdown', tags, write } = values;
    if (!['markdown', 'json'].includes(format))
      throw new CommandError('--format must be markdown or json.');
    const [from, to] = positionals;
    if (from !== undefined && (tags || write))
      throw new CommandError(
        '--tags and --write cover the whole history; do not name contracts with them.',
      );
    const entries =
      from === undefined
        ? changelogOf(await readHistory(tags ? 'tag' : 'commit'))
        : await between(from, to ?? (await nextByDefault()));
    const json = JSON.stringify(entries, null, 2);
    if (write) {
      await mkdir(dirname(FILE), { recursive: true });
      await writeFile(FILE, `${json}\n`);
      print(`${FILE}: ${entries.length} entries.`);
    } else print(format === 'json' ? json : changelogMarkdown(entries));
    return 0;
  },
});

async function between(from: string, to: string): Promise<ChangelogEntry[]> {
  const [base, next] = await Promise.all([openDocument(from), openDocument(to)]);
  const date = new Date().toISOString().slice(0, 10);
  const title = `${base.name} → ${next.name}`;
  return changelogOf([
    { date, document: base.document },
    { date, title, document: next.document },
  ]);
}
