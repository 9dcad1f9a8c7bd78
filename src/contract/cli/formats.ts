import type { Change, ContractDiff, Level } from '../diff/types.ts';

/** How a comparison is shown. */
export const FORMATS = { text, json, markdown };

export function isFormat(name: string): name is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, name);
}

const MARKS: Record<Level, string> = { breaking: '✗', warning: '!', info: '·' };
const LONGEST_WITNESS = 160;

function text({ verdict, changes }: ContractDiff): string {
  const groups = Object.entries(byOperation(changes)).map(([operation, own]) =>
    [
      operation,
      ...own.flatMap((change) => [
        `  ${MARKS[change.level]} ${change.direction}: ${change.message}`,
        `      ${change.rule} at ${change.pointer}`,
        ...('witness' in change ? [`      shown by ${witnessOf(change)}`] : []),
      ]),
    ].join('\n'),
  );
  return [...groups, summary(verdict, changes)].join('\n\n');
}

function json(diff: ContractDiff): string {
  return JSON.stringify(diff, null, 2);
}

function markdown({ verdict, changes }: ContractDiff): string {
  const sections = (['breaking', 'warning', 'info'] as const).flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    if (own.length === 0) return [];
    const rows = own.map((change) => {
      const shown = 'witness' in change ? `\`${cell(witnessOf(change))}\`` : '';
      return `| \`${cell(change.operation)}\` | ${change.direction} | ${cell(change.message)} | ${shown} |`;
    });
    return [
      `### ${TITLES[level]} (${own.length})`,
      '',
      '| Operation | Direction | Change | Shown by |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ];
  });
  return [
    `## The contract is ${verdict}`,
    '',
    ...sections,
    changes.length === 0 ? 'Nothing changed for callers.' : '',
  ]
    .join('\n')
    .trim();
}

const TITLES: Record<Level, string> = {
  breaking: 'Breaking',
  warning: 'Worth a look',
  info: 'Compatible',
};

function byOperation(changes: readonly Change[]): Record<string, Change[]> {
  const groups: Record<string, Change[]> = {};
  for (const change of changes) {
    const group = groups[change.operation];
    if (group) group.push(change);
    else groups[change.operation] = [change];
  }
  return groups;
}

function summary(verdict: ContractDiff['verdict'], changes: readonly Change[]): string {
  if (changes.length === 0) return 'compatible: nothing changed for callers.';
  const count = (level: Level) => changes.filter((change) => change.level === level).length;
  return `${verdict}: ${count('breaking')} breaking, ${count('warning')} worth a look, ${count('info')} compatible.`;
}

function witnessOf({ witness }: Change): string {
  const value = JSON.stringify(witness) ?? 'nothing';
  return value.length > LONGEST_WITNESS
    ? `${value.slice(0, LONGEST_WITNESS)}… (${value.length} characters)`
    : value;
}

function cell(value: string): string {
  return value.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
