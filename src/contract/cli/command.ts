import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '../report/finding.ts';
import { FORMAT_NAMES, renderer } from '../report/formats.ts';
import { CommandError } from './command-error.ts';

/** One command of `npm run contract`. */
export interface Command {
  /** One line in the list of commands. */
  summary: string;
  /** Printed by `--help`. */
  help: string;
  /**
   * @returns the exit code: 0 no problems, 1 problems found
   * @throws CommandError when the command cannot run
   */
  run(args: string[], print: Print): Promise<number>;
}
export type Print = (text: string) => void;

/** Kinds of options. */
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const FLAG = { type: 'boolean' } as const;

type Options = Record<string, typeof TEXT | typeof TEXTS | typeof FLAG>;
type Given<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
> & { print: Print };

/** A command, whose arguments and options are parsed before it runs. */
export function command<const T extends Options>({
  options,
  run,
  ...texts
}: Omit<Command, 'run'> & { options: T; run(given: Given<T>): Promise<number> }): Command {
  return {
    ...texts,
    run: async (args, print) => run({ ...readArgs(args, options), print }),
  };
}

/** @throws CommandError when they are invalid */
function readArgs<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, allowPositionals: true, strict: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws CommandError when there is no such format; call this before the work starts */
export function chosenFormat(format = 'text'): (report: Report) => string {
  const render = renderer(format);
  if (render) return render;
  throw new CommandError(`Unknown format ${format}. Use one of: ${FORMAT_NAMES.join(', ')}.`);
}

/** The format of a report file, by its extension. */
const BY_EXTENSION: Record<string, string> = {
  '.txt': 'text',
  '.json': 'json',
  '.md': 'markdown',
  '.xml': 'junit',
};

/**
 * Returns a function that writes a report to these files.
 * @throws CommandError for an unknown extension; call this before the work starts
 */
export function reportWriter(files: readonly string[] = []): (report: Report) => Promise<void> {
  const outputs = files.map((file) => {
    const format = BY_EXTENSION[extname(file)];
    if (format !== undefined) return { file, render: chosenFormat(format) };
    throw new CommandError(
      `${file}: a report file must end in ${Object.keys(BY_EXTENSION).join(', ')}.`,
    );
  });
  return async (report) => {
    for (const { file, render } of outputs) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${render(report)}\n`);
    }
  };
}
