import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nextByDefault, openDocument } from '../document/open-document.ts';
import {
  counted,
  countOf,
  type Finding,
  fingerprint,
  LEVELS,
  type Report,
} from '../report/finding.ts';
import { withUsage } from '../usage/with-usage.ts';
import { readAccepted } from './accepted-breaks.ts';
import { chosenFormat, command, reportWriter, TEXT, TEXTS } from './command.ts';
import { compare } from './compare.ts';
import { lint } from './lint-command.ts';
import { readPolicy } from './policy-file.ts';

export const checkCommand = command({
  summary: 'run lint, drift, diff and usage, as CI does',
  help: `Usage: npm run contract -- check [--base git:origin/main] [--format text|json|markdown|junit|github]

Runs every contract check that CI runs: the rules (lint), whether generated/ is up to date (drift),
what changed for callers since the base (diff), and what that means for the console (usage).

  --base     the contract to compare with; default: git:origin/main, then git:main, then git:HEAD
  --ignore, --policy   as for diff
  --report   also write the report to this file: .md, .json, .xml (JUnit) or .txt; repeatable

Exit codes: 0 no problems, 1 problems found, 2 could not run.`,
  options: { base: TEXT, ignore: TEXT, policy: TEXT, format: TEXT, report: TEXTS },
  async run({ values, print }) {
    const isText = (values.format ?? 'text') === 'text';
    const render = chosenFormat(values.format);
    const write = reportWriter(values.report);
    const tell = (report: Report, started: number) => {
      if (!isText) return;
      const mark = countOf(report.findings, 'error') > 0 ? '✗' : '✓';
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      print(
        `${mark} ${report.name.padEnd(6)} ${seconds.padStart(5)} s  ${report.summary.split('\n').at(-1)}`,
      );
    };
    const timed = async (work: () => Report | Promise<Report>) => {
      const started = performance.now();
      const report = await work();
      tell(report, started);
      return report;
    };

    const name = await nextByDefault();
    // Open the files first: if one cannot be read, no other check makes sense.
    const [next, base, accepted, policy] = await Promise.all([
      openDocument(name),
      openBase(values.base),
      readAccepted(values.ignore),
      readPolicy(values.policy),
    ]);
    const [linted, drifted] = await Promise.all([timed(() => lint(name)), timed(drift)]);
    const compared = await timed(() => compare(base, next, accepted, policy).report);
    const reports = [linted, drifted, compared];
    if (compared.findings.length > 0) {
      reports[2] = await timed(() => withUsage({ ...compared, name: 'usage' }, base, next));
    }
    const whole = together(reports, base.name, isText ? [] : reports);
    print(isText ? `\n${render(whole)}` : render(whole));
    await write(together(reports, base.name, reports));
    return countOf(whole.findings, 'error') > 0 ? 1 : 0;
  },
});

async function openBase(name: string | undefined) {
  if (name !== undefined) return openDocument(name);
  const choices = ['git:origin/main', 'git:main'];
  for (const choice of choices) {
    const opened = await openDocument(choice).catch(() => undefined);
    if (opened) return opened;
  }
  return openDocument('git:HEAD');
}

/** Checks that generated/ is up to date, and updates it. */
async function drift(): Promise<Report> {
  const generate = [new URL('../generate/generate.ts', import.meta.url).pathname, '--check'];
  const printed = await promisify(execFile)(process.execPath, generate, {
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    () => '',
    (error: { stderr?: string; message: string }) => error.stderr || error.message,
  );
  const files = [...printed.matchAll(/^ {2}(generated\/\S+)$/gm)].map(([, file = '']) => file);
  const failed = printed !== '' && files.length === 0;
  const message = failed
    ? `Generation failed: ${printed.trim()}`
    : 'generated/ was out of date and has been regenerated. Commit it.';
  const found: Finding = {
    level: 'error',
    rule: failed ? 'generation-failed' : 'generated-out-of-date',
    message,
    ...(files[0] && { place: { file: files[0], line: 1 } }),
    ...(files.length > 0 && {
      details: [{ label: 'files', text: files.join(', '), isProse: true }],
    }),
    fingerprint: fingerprint('generated-out-of-date', ...files),
  };
  const findings = printed === '' ? [] : [found];
  const summary =
    findings.length === 0 ? 'generated/ is up to date.' : (message.split('\n')[0] ?? '');
  return { name: 'drift', title: 'Generated code', summary, findings };
}

/** All findings, worst first. `unprinted` are the reports whose summaries have not been printed yet. */
function together(reports: readonly Report[], base: string, unprinted: readonly Report[]): Report {
  const findings = reports
    .flatMap((report) => report.findings)
    .toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const errors = countOf(findings, 'error');
  return {
    name: 'check',
    title: errors === 0 ? 'Contract check passed' : 'Contract check failed',
    summary: [
      ...unprinted.map((report) => report.summary),
      `check against ${base}: ${errors === 0 ? 'passed' : counted(errors, 'error')}.`,
    ].join('\n'),
    findings,
  };
}
