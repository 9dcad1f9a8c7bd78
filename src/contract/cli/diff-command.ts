import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { IgnoreEntry } from '../diff/policy.ts';
import { diffContracts } from '../diff.ts';
import { CommandError } from './command-error.ts';
import { FORMATS, isFormat } from './formats.ts';
import { readContract } from './read-contract.ts';

const NEXT = 'generated/server/openapi.json';

/** @returns the exit code */
export async function runDiff(args: string[], print: (text: string) => void): Promise<number> {
  const { values, positionals } = parse(args);
  const [from, to = NEXT] = positionals;
  if (from === undefined)
    throw new CommandError('Say what to compare with: a file, or git:REF (git:main).');
  const format = values.format ?? 'text';
  if (!isFormat(format))
    throw new CommandError(
      `There is no format ${format}; there are ${Object.keys(FORMATS).join(', ')}.`,
    );
  const ignore = values.ignore === undefined ? [] : await readIgnore(values.ignore);
  const [base, next] = await Promise.all([readContract(from), readContract(to)]);
  const diff = diffContracts(base, next, { ignore });
  print(FORMATS[format](diff));
  return diff.verdict === 'breaking' ? 1 : 0;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { format: { type: 'string' }, ignore: { type: 'string' } },
    });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
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
