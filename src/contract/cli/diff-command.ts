import { readFile } from 'node:fs/promises';
import type { IgnoreEntry } from '../diff/policy.ts';
import { diffContracts } from '../diff.ts';
import { nextByDefault, openDocument } from '../document/open-document.ts';
import { diffReport } from '../report/diff-report.ts';
import { withUsage } from '../usage/with-usage.ts';
import { type Command, chosenFormat, type Print, readArgs } from './command.ts';
import { CommandError } from './command-error.ts';

const HELP = `Usage: npm run contract -- diff <base> [next] [options]

What changed between two contracts for those who call them, with the value that breaks.

  base, next   a file (.yaml, .json), a folder with openapi.yaml in it, or git:REF[:path];
               next is openapi/ when absent
  --format     text, json, markdown, junit or github
  --ignore     a list of {rule, operation?, pointer?, reason, expires}
  --usage      also what each means for src/console: the lines that no longer compile, and the screens

Exit codes: 0 compatible (or risky), 1 breaking, 2 could not run.`;

export const diffCommand: Command = {
  summary: 'what changed between two contracts, and whom it breaks',
  help: HELP,
  run: runDiff,
};

async function runDiff(args: string[], print: Print): Promise<number> {
  const { values, positionals } = readArgs(args, {
    format: { type: 'string' },
    ignore: { type: 'string' },
    usage: { type: 'boolean' },
  });
  const [from, to = await nextByDefault()] = positionals;
  if (from === undefined)
    throw new CommandError('Say what to compare with: a file, or git:REF (git:main).');
  const render = chosenFormat(values.format);
  const ignore = values.ignore === undefined ? [] : await readIgnore(values.ignore);
  const [base, next] = await Promise.all([openDocument(from), openDocument(to)]);
  const diff = diffContracts(base.document, next.document, { ignore });
  const report = diffReport(diff, next.placeOf);
  print(render(values.usage ? await withUsage(report, base, next) : report));
  return diff.verdict === 'breaking' ? 1 : 0;
}

async function readIgnore(path: string): Promise<IgnoreEntry[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read. Check the path.`);
  });
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  } catch {
    // Told below, as the other mistakes in it are.
  }
  throw new CommandError(
    `${path} must be a JSON list of {rule, reason, expires: "2026-12-31", operation?, pointer?}.`,
  );
}

function isEntry(value: unknown): value is IgnoreEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { rule, reason, expires } = value as Record<string, unknown>;
  return typeof rule === 'string' && typeof reason === 'string' && typeof expires === 'string';
}
