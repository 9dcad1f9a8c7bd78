import type { Finding } from './finding.ts';

/** One cause, told once, with all operations that meet it. */
export interface Group {
  finding: Finding;
  operations: string[];
}

const NAMED = 3;

/** Puts together what has one cause: the same rule at the same place of the contract. */
export function groupFindings(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const { level, rule, side, pointer, message, operation } = finding;
    const key = JSON.stringify([level, rule, side, pointer ?? message]);
    const group = groups.get(key) ?? { finding, operations: [] };
    if (operation && !group.operations.includes(operation)) group.operations.push(operation);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** `GET /a, GET /b, GET /c … and 41 more operations`. */
export function operationsOf({ operations }: Group, wrap = (name: string) => name): string {
  const more = operations.length - NAMED;
  // One more is as short as its name.
  if (more <= 1) return operations.map(wrap).join(', ');
  return `${operations.slice(0, NAMED).map(wrap).join(', ')} … and ${more} more operations`;
}
