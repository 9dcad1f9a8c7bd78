import { kept } from '../diff/kept.ts';
import type { Finding } from './finding.ts';

/** One cause, reported once, with all affected operations. */
export interface Group {
  finding: Finding;
  operations: string[];
}

const NAMED = 3;

/** Groups findings that share a cause: the same rule at the same place in the contract. */
export function groupFindings(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const { operation } = finding;
    const { operations } = kept(groups, groupKey(finding), () => ({ finding, operations: [] }));
    if (operation && !operations.includes(operation)) operations.push(operation);
  }
  return [...groups.values()];
}

/** Findings with the same key have the same cause. */
export function groupKey({ level, rule, side, pointer, place, message }: Finding): string {
  return JSON.stringify([level, rule, side, pointer ?? [message, place]]);
}

/** `GET /a, GET /b, GET /c … and 41 more operations`. */
export function listOperations({ operations }: Group, wrap = (name: string) => name): string {
  const more = operations.length - NAMED;
  // Naming one more takes no more room than counting it.
  if (more <= 1) return operations.map(wrap).join(', ');
  return `${operations.slice(0, NAMED).map(wrap).join(', ')} … and ${more} more operations`;
}
