import { code, plain } from '../report/markdown.ts';
import { type ChangeKind, type ChangelogEntry, KINDS } from './changelog.ts';

const HEADINGS: Record<ChangeKind, string> = {
  breaking: 'Breaking',
  removed: 'Removed',
  deprecated: 'Deprecated',
  changed: 'Changed',
  added: 'Added',
};
const NAMED = 2;

/** Renders a changelog as markdown. */
export function changelogMarkdown(entries: readonly ChangelogEntry[]): string {
  if (entries.length === 0) return 'No changes for callers.';
  return entries.map(entryMarkdown).join('\n\n');
}

function entryMarkdown({ date, title, commit, changes }: ChangelogEntry): string {
  const name = [date, title && plain(title), commit && code(commit.slice(0, 7))].filter(Boolean);
  const parts = KINDS.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    return [
      '',
      `### ${HEADINGS[kind]}`,
      '',
      ...own.map(({ message, operations }) => `- ${plain(message)}${where(message, operations)}`),
    ];
  });
  return [`## ${name.join(' · ')}`, ...parts].join('\n');
}

/** The operations, unless the sentence already begins with the only one. */
function where(message: string, operations: readonly string[]): string {
  const [first = ''] = operations;
  if (operations.length === 0 || (operations.length === 1 && message.startsWith(first))) return '';
  const more = operations.length - NAMED;
  const shown = operations.slice(0, more === 1 ? NAMED + 1 : NAMED).map(code);
  return ` — ${shown.join(', ')}${more > 1 ? ` and ${more} more` : ''}`;
}
