import type { FindingLevel, Report } from './finding.ts';
import { groupFindings, listOperations } from './group.ts';
import { sentence } from './text.ts';

const COMMANDS: Record<FindingLevel, string> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** Workflow commands of GitHub Actions, which it shows beside the line in a pull request. */
export function github({ name, summary, findings }: Report): string {
  const lines = groupFindings(findings).map((group) => {
    const { finding } = group;
    const { place } = finding;
    const properties = [
      place && `file=${property(place.file)}`,
      place && `line=${place.line}`,
      place?.column && `col=${place.column}`,
      `title=${property(`contract ${name}: ${finding.rule}`)}`,
    ].filter(Boolean);
    const message = [
      sentence(finding),
      listOperations(group),
      ...(finding.details ?? []).map(({ label, text }) => `${label} ${text}`),
    ].filter(Boolean);
    return `::${COMMANDS[finding.level]} ${properties.join(',')}::${data(message.join('\n'))}`;
  });
  return [...lines, data(summary)].join('\n');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
