#!/usr/bin/env node
import { ContractError } from '../diff/contract-error.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';

/** `npm run contract -- <command>`. Exit codes: 0 fine, 1 something was found, 2 could not run. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  diff: async () => (await import('./diff-command.ts')).diffCommand,
};

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...args]: string[]): Promise<number> {
  try {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!load) {
      const wantsHelp = ['help', '--help', '-h'].includes(name);
      process[wantsHelp ? 'stdout' : 'stderr'].write(`${await usage(name)}\n`);
      return wantsHelp ? 0 : 2;
    }
    const command = await load();
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(`${command.help}\n`);
      return 0;
    }
    return await command.run(args, (text) => process.stdout.write(`${text}\n`));
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ContractError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
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
