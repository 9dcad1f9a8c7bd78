import { runCommand } from './run-command.ts';

/** `npm run contract -- <command>`. */
process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
