import { type FindingLevel, LEVELS, type Report } from './finding.ts';
import { type Group, groupFindings, listOperations } from './group.ts';
import { sentence } from './text.ts';

const LABELS: Record<FindingLevel, string> = {
  error: 'Errors',
  warning: 'To review',
  info: 'Information',
};

/** For a pull request or a step summary. */
export function markdown({ title, summary, findings, labels = LABELS }: Report): string {
  const groups = groupFindings(findings);
  const sections = LEVELS.flatMap((level) => {
    const own = groups.filter((group) => group.finding.level === level);
    if (own.length === 0) return [];
    return [
      `### ${labels[level]} (${own.length})`,
      '',
      '| Where | What | Example |',
      '| --- | --- | --- |',
      ...own.map(row),
      '',
    ];
  });
  return [`## ${title}`, '', ...sections, plain(summary)].join('\n');
}

function row(group: Group): string {
  const { finding } = group;
  const place = finding.place && code(`${finding.place.file}:${finding.place.line}`);
  const where = [listOperations(group, code), place].filter(Boolean).join('<br>');
  const what = `${plain(sentence(finding))}<br><sub>${code(finding.rule)}</sub>`;
  const shown = (finding.details ?? []).map(
    ({ label, text, isProse }) => `${plain(label)} ${isProse ? plain(text) : code(text)}`,
  );
  return `| ${where} | ${what} | ${shown.join('<br>')} |`;
}

/** Escapes text for a table cell or a line, so that none of it is read as markup. */
export function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~@]/g, '\\$&')
    .replace(/\s*\n\s*/g, '<br>');
}

/** Inline code: the fence is longer than any in the text, and pipes are escaped so that they don't end the cell. */
export function code(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
  const fence = '`'.repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
