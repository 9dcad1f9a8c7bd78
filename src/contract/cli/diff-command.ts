import { nextByDefault, openDocument } from '../document/open-document.ts';
import { withUsage } from '../usage/with-usage.ts';
import { readAccepted } from './accepted-breaks.ts';
import { type Command, chosenFormat, type Print, readArgs, reportWriter } from './command.ts';
import { CommandError } from './command-error.ts';
import { compare } from './compare.ts';
import { readPolicy } from './policy-file.ts';

const HELP = `Usage: npm run contract -- diff <base> [next] [options]

What changed between two contracts for those who call them, with the value that breaks.

  base, next   a file (.yaml, .json), a folder with openapi.yaml in it, or git:REF[:path];
               next is openapi/ when absent
  --usage      also what each means for src/console: the lines that no longer compile, and the screens
  --ignore     breaks that are accepted on purpose: a list (YAML or JSON) of {rule, operation?, pointer?,
               reason, expires}; openapi/accepted-breaks.yaml when absent, "none" for none
  --policy     how changes are judged, in YAML or JSON: severity (levels by rule), unstable (values of
               x-stability-level), deprecationGraceDays, semver; openapi/policy.yaml when absent
  --format     text, json, markdown, junit or github
  --report     a file to write it to besides: .md, .json, .xml (JUnit) or .txt; several times

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
    policy: { type: 'string' },
    usage: { type: 'boolean' },
    report: { type: 'string', multiple: true },
  });
  const [from, to = await nextByDefault()] = positionals;
  if (from === undefined)
    throw new CommandError('Say what to compare with: a file, or git:REF (git:main).');
  const render = chosenFormat(values.format);
  const write = reportWriter(values.report);
  const [accepted, policy, base, next] = await Promise.all([
    readAccepted(values.ignore),
    readPolicy(values.policy),
    openDocument(from),
    openDocument(to),
  ]);
  const { diff, report } = compare(base, next, accepted, policy);
  const told = values.usage ? await withUsage(report, base, next) : report;
  print(render(told));
  await write(told);
  return diff.verdict === 'breaking' ? 1 : 0;
}
