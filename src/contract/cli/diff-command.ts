import { nextByDefault, openDocument } from '../document/open-document.ts';
import { withUsage } from '../usage/with-usage.ts';
import { readAccepted } from './accepted-breaks.ts';
import { chosenFormat, command, FLAG, reportWriter, TEXT, TEXTS } from './command.ts';
import { CommandError } from './command-error.ts';
import { compare } from './compare.ts';
import { readPolicy } from './policy-file.ts';

export const diffCommand = command({
  summary: 'compare two contracts and report what breaks for callers',
  help: `Usage: npm run contract -- diff <base> [next] [options]

Compares two contracts and reports what changed for callers, each break with a value that shows it.

  base, next   a file (.yaml, .json), a folder that contains openapi.yaml, or git:REF[:path];
               default for next: openapi/
  --usage      also report the effect on src/console: lines that no longer compile, and screens
  --ignore     accepted breaks: a list (YAML or JSON) of {rule, operation?, pointer?, reason, expires};
               default: openapi/accepted-breaks.yaml; "none" ignores nothing
  --policy     how to judge changes (YAML or JSON): severity (levels by rule), unstable (values of
               x-stability-level), deprecationGraceDays, semver; default: openapi/policy.yaml
  --format     text, json, markdown, junit or github
  --report     also write the report to this file: .md, .json, .xml (JUnit) or .txt; repeatable

Exit codes: 0 compatible (or risky), 1 breaking, 2 could not run.`,
  options: { format: TEXT, ignore: TEXT, policy: TEXT, usage: FLAG, report: TEXTS },
  async run({ values, positionals, print }) {
    const [from, to = await nextByDefault()] = positionals;
    if (from === undefined)
      throw new CommandError(
        'Name a contract to compare with: a file, or git:REF (such as git:main).',
      );
    const render = chosenFormat(values.format);
    const write = reportWriter(values.report);
    const [accepted, policy, base, next] = await Promise.all([
      readAccepted(values.ignore),
      readPolicy(values.policy),
      openDocument(from),
      openDocument(to),
    ]);
    const { diff, report } = compare(base, next, accepted, policy);
    const shown = values.usage ? await withUsage(report, base, next) : report;
    print(render(shown));
    await write(shown);
    return diff.verdict === 'breaking' ? 1 : 0;
  },
});
