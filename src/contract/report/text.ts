import type { Finding, FindingLevel, Report } from './finding.ts';
import { groupFindings, listOperations } from './group.ts';

const MARKS: Record<FindingLevel, string> = { error: '✗', warning: '!', info: '·' };

/** For a terminal: grouped by operation, worst first. */
export function text({ findings, summary }: Report): string {
  const blocks = new Map<string, string[]>();
  for (const group of groupFindings(findings)) {
    const heading = listOperations(group) || 'the whole contract';
    blocks.set(heading, [...(blocks.get(heading) ?? []), ...linesOf(group.finding)]);
  }
  const sections = [...blocks].map(([heading, lines]) => [heading, ...lines].join('\n'));
  return [...sections, summary].join('\n\n');
}

function linesOf(finding: Finding): string[] {
  const { level, rule, pointer, place } = finding;
  const where = [place && `${place.file}:${place.line}`, pointer].filter(Boolean).join('  ');
  return [
    `  ${MARKS[level]} ${sentence(finding)}`,
    `      ${rule}${where ? ` at ${where}` : ''}`,
    ...(finding.details ?? []).map(({ label, text: shown }) => {
      const [first = '', ...rest] = shown.split('\n');
      return [`      ${label} ${first}`, ...rest.map((line) => `        ${line}`)].join('\n');
    }),
  ];
}

/** The message, prefixed with the affected side. */
export function sentence({ side, message }: Finding): string {
  return side ? `${side}: ${message}` : message;
}
