import type { FindingLevel, Report } from './finding.ts';
import { LEVELS } from './finding.ts';
import { type Group, groupFindings, listOperations } from './group.ts';
import { sentence } from './text.ts';

const LABELS: Record<FindingLevel, string> = {
  error: 'Errors',
  warning: 'Worth a look',
  info: 'For your information',
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
      '| Where | What | Shown by |',
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

/** Text of a table's cell or of a line: nothing in it is markup. */
export function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~@]/g, '\\$&')
    .replace(/\s*\n\s*/g, '<br>');
}

/** Code in one line: a longer fence than any in it, and no bar that would end the cell. */
export function code(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
  const fence = '`'.repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
