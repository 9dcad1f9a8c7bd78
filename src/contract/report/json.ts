import type { Report } from './finding.ts';

/** For programs: every finding, ungrouped. */
export function json({ name, title, summary, findings, passed, data }: Report): string {
  return JSON.stringify({ command: name, title, summary, ...data, findings, passed }, null, 2);
}
