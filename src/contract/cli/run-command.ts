import { ContractError } from '../diff/contract-error.ts';
import { DocumentError } from '../document/document-error.ts';
import type { Command, Print } from './command.ts';
import { CommandError } from './command-error.ts';

const EXPECTED = [CommandError, ContractError, DocumentError];
/** `npm run contract -- <command>`. Exit codes: 0 fine, 1 something was found, 2 could not run. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  check: async () => (await import('./check-command.ts')).checkCommand,
  diff: async () => (await import('./diff-command.ts')).diffCommand,
  lint: async () => (await import('./lint-command.ts')).lintCommand,
  usage: async () => (await import('./usage-command.ts')).usageCommand,
  conform: async () => (await import('./conform-command.ts')).conformCommand,
  coverage: async () => (await import('./coverage-command.ts')).coverageCommand,
  changelog: async () => (await import('./changelog-command.ts')).changelogCommand,
};

/** Where a command prints: what was found, and why it could not look. */
export interface Streams {
  out: Print;
  err: Print;
}

/** @returns the exit code, whatever happens */
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

/** A sentence, never a stack trace: what was not foreseen is told with the way to see more. */
function describe(error: unknown): string {
  if (EXPECTED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof RangeError) return 'The contract is nested too deeply to be compared.';
  if (process.env.CONTRACT_DEBUG)
    return error instanceof Error ? String(error.stack) : String(error);
  const message = error instanceof Error ? error.message : String(error);
  return `It failed in a way that was not foreseen: ${message} (CONTRACT_DEBUG=1 shows where).`;
}

async function usage(name: string): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(
      async ([each, load]) => `  ${each.padEnd(10)} ${(await load()).summary}`,
    ),
  );
  const wrong =
    name && !/^(help|--help|-h)$/.test(name) ? [`There is no command ${name}.`, ''] : [];
  return [
    ...wrong,
    'Usage: npm run contract -- <command> [options]',
    '',
    ...lines,
    '',
    'Each has --help. Exit codes: 0 fine, 1 something was found, 2 could not run.',
  ].join('\n');
}
