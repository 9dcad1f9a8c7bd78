import type { Report } from './finding.ts';
import { github } from './github.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { text } from './text.ts';

/** The output formats by name. */
const FORMATS: Record<string, (report: Report) => string> = {
  text,
  json,
  markdown,
  junit,
  github,
};

export const FORMAT_NAMES = Object.keys(FORMATS);

/** @returns undefined when there is no such format */
export function renderer(format: string): ((report: Report) => string) | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
}

/** For programs: every finding, ungrouped. */
function json({ name, title, summary, findings, passed, data }: Report): string {
  return JSON.stringify({ command: name, title, summary, ...data, findings, passed }, null, 2);
}
