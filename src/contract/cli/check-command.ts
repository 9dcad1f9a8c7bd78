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
import { type Command, chosenFormat, type Print, readArgs, reportWriter } from './command.ts';
import { compare } from './compare.ts';
import { lint } from './lint-command.ts';
import { readPolicy } from './policy-file.ts';

const HELP = `Usage: npm run contract -- check [--base git:origin/main] [--format text|json|markdown|junit|github]

All that CI asks of a contract, at once: its rules (lint), that generated/ is what it generates (drift),
what changed for callers since the base (diff), and what that means for the console (usage).

  --base     what to compare with; git:origin/main, or else git:main or git:HEAD, when absent
  --ignore, --policy   as for diff
  --report   a file to write it to besides: .md, .json, .xml (JUnit) or .txt; several times

Exit codes: 0 all is well, 1 something was found, 2 could not run.`;

export const checkCommand: Command = {
  summary: 'lint, drift, diff and usage at once: what CI asks',
  help: HELP,
  run: runCheck,
};

async function runCheck(args: string[], print: Print): Promise<number> {
  const { values } = readArgs(args, {
    base: { type: 'string' },
    ignore: { type: 'string' },
    policy: { type: 'string' },
    format: { type: 'string' },
    report: { type: 'string', multiple: true },
  });
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
  // First: when a file cannot be read, that is all there is to say.
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
}

async function openBase(name: string | undefined) {
  if (name !== undefined) return openDocument(name);
  const choices = ['git:origin/main', 'git:main'];
  for (const choice of choices) {
    const opened = await openDocument(choice).catch(() => undefined);
    if (opened) return opened;
  }
  return openDocument('git:HEAD');
}

/** Whether generated/ is what the contract generates. It is, afterwards. */
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
    : 'generated/ was not what the contract generates. It is now: commit it.';
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
    findings.length === 0
      ? 'generated/ is what the contract generates.'
      : (message.split('\n')[0] ?? '');
  return { name: 'drift', title: 'Generated code', summary, findings };
}

/** All findings, the worst first; `told` are those whose summaries are not shown yet. */
function together(reports: readonly Report[], base: string, told: readonly Report[]): Report {
  const findings = reports
    .flatMap((report) => report.findings)
    .toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const errors = countOf(findings, 'error');
  return {
    name: 'check',
    title: errors === 0 ? 'The contract is in order' : 'The contract is not in order',
    summary: [
      ...told.map((report) => report.summary),
      `check against ${base}: ${errors === 0 ? 'in order' : counted(errors, 'error')}.`,
    ].join('\n'),
    findings,
  };
}
