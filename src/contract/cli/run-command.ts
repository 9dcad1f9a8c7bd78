import { ContractError } from '../diff/contract-error.ts';
import { DocumentError } from '../document/document-error.ts';
import type { Command, Print } from './command.ts';
import { CommandError } from './command-error.ts';

const EXPECTED = [CommandError, ContractError, DocumentError];
/** `npm run contract -- <command>`. Exit codes: 0 no problems, 1 problems found, 2 could not run. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  check: async () => (await import('./check-command.ts')).checkCommand,
  diff: async () => (await import('./diff-command.ts')).diffCommand,
  lint: async () => (await import('./lint-command.ts')).lintCommand,
  usage: async () => (await import('./usage-command.ts')).usageCommand,
  conform: async () => (await import('./conform-command.ts')).conformCommand,
  coverage: async () => (await import('./coverage-command.ts')).coverageCommand,
  changelog: async () => (await import('./changelog-command.ts')).changelogCommand,
};

/** Where a command prints: `out` for findings, `err` for why it could not run. */
export interface Streams {
  out: Print;
  err: Print;
}

/** @returns the exit code; never throws */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  { out, err }: Streams,
): Promise<number> {
  try {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!load) {
      const wantsHelp = ['help', '--help', '-h'].includes(name);
      (wantsHelp ? out : err)(await usage(name));
      return wantsHelp ? 0 : 2;
    }
    const command = await load();
    if (args.includes('--help') || args.includes('-h')) {
      out(command.help);
      return 0;
    }
    return await command.run(args, out);
  } catch (error) {
    err(describe(error));
    return 2;
  }
}

/** Turns an error into a sentence without a stack trace; an unexpected error says how to see more. */
function describe(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof RangeError) return 'The contract is nested too deeply to compare.';
  if (process.env.CONTRACT_DEBUG)
    return error instanceof Error ? String(error.stack) : String(error);
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${message} (set CONTRACT_DEBUG=1 for the stack trace).`;
}

async function usage(name: string): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(
      async ([each, load]) => `  ${each.padEnd(10)} ${(await load()).summary}`,
    ),
  );
  const wrong = name && !/^(help|--help|-h)$/.test(name) ? [`Unknown command ${name}.`, ''] : [];
  return [
    ...wrong,
    'Usage: npm run contract -- <command> [options]',
    '',
    ...lines,
    '',
    'Each command has --help. Exit codes: 0 no problems, 1 problems found, 2 could not run.',
  ].join('\n');
}
