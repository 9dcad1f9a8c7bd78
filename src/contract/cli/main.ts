import { ContractError } from '../diff/contract-error.ts';
import { CommandError } from './command-error.ts';
import { runDiff } from './diff-command.ts';

/** `npm run contract -- <command>`. Exit codes: 0 compatible, 1 breaking, 2 could not run. */
const USAGE = `Usage: npm run contract -- diff <base> [next] [--format text|json|markdown] [--ignore file.json]

  base, next   a bundled contract (.json), one to be bundled (.yaml), or git:REF[:path];
               next is generated/server/openapi.json when absent
  --ignore     a list of {rule, operation?, pointer?, reason, expires}

Exit codes: 0 compatible (or risky), 1 breaking, 2 could not run.`;

const [command, ...rest] = process.argv.slice(2);
try {
  if (command !== 'diff') throw new CommandError(USAGE);
  process.exitCode = await runDiff(rest, (text) => process.stdout.write(`${text}\n`));
} catch (error) {
  if (!(error instanceof CommandError) && !(error instanceof ContractError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
