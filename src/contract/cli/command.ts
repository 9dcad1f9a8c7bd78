import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Report } from '../report/finding.ts';
import { FORMAT_NAMES, renderer } from '../report/formats.ts';
import { CommandError } from './command-error.ts';

/** One command of `npm run contract`. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** What `--help` shows. */
  help: string;
  /** @returns the exit code: 0 fine, 1 something was found. @throws CommandError when it could not run */
  run(args: string[], print: Print): Promise<number>;
}
export type Print = (text: string) => void;

/** Arguments and options, or what is wrong with them. */
export function readArgs<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, allowPositionals: true, strict: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws CommandError when there is no such format; ask before the work is done */
export function chosenFormat(format = 'text'): (report: Report) => string {
  const render = renderer(format);
  if (render) return render;
  throw new CommandError(`There is no format ${format}; there are ${FORMAT_NAMES.join(', ')}.`);
}

/** How a file is written, by what its name ends in. */
const BY_EXTENSION: Record<string, string> = {
  '.txt': 'text',
  '.json': 'json',
  '.md': 'markdown',
  '.xml': 'junit',
};

/** What writes a report into files besides. @throws CommandError for a name that says no format; ask before the work is done */
export function reportWriter(files: readonly string[] = []): (report: Report) => Promise<void> {
  const outputs = files.map((file) => {
    const format = BY_EXTENSION[extname(file)];
    if (format !== undefined) return { file, render: chosenFormat(format) };
    throw new CommandError(`${file}: a report ends in ${Object.keys(BY_EXTENSION).join(', ')}.`);
  });
  return async (report) => {
    for (const { file, render } of outputs) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${render(report)}\n`);
    }
  };
}
