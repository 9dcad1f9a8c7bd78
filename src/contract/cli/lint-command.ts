import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { nextByDefault, openDocument } from '../document/open-document.ts';
import { counted, countOf, type Finding, fingerprint, type Report } from '../report/finding.ts';
import { chosenFormat, command, TEXT } from './command.ts';
import { CommandError } from './command-error.ts';

export const lintCommand = command({
  summary: 'check the contract against its rules',
  help: `Usage: npm run contract -- lint [contract] [--config redocly.yaml] [--format text|json|markdown|junit|github]

Checks a contract against the rules of Redocly and our own conventions.

  contract   a file, or a folder that contains openapi.yaml; default openapi/
  --config   the rules; default: redocly.yaml beside the contract

Exit codes: 0 no broken rules, 1 broken rules, 2 could not run.`,
  options: { format: TEXT, config: TEXT },
  async run({ values, positionals, print }) {
    const render = chosenFormat(values.format);
    const report = await lint(positionals[0] ?? (await nextByDefault()), values.config);
    print(render(report));
    return countOf(report.findings, 'error') > 0 ? 1 : 0;
  },
});

interface Problem {
  ruleId: string;
  severity: string;
  message: string;
  location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
}

/** @throws DocumentError when it cannot be read */
export async function lint(name: string, config?: string): Promise<Report> {
  if (name.startsWith('git:'))
    throw new CommandError('lint reads files: to lint a revision, check it out first.');
  // Reports an unreadable contract with file and line before Redocly runs.
  const { placeOf } = await openDocument(name);
  const entry = placeOf('').file;
  const beside = join(dirname(entry), 'redocly.yaml');
  const rules = config ?? ((await stat(beside).catch(() => undefined)) ? beside : undefined);
  const findings = (await redocly(entry, rules)).map(toFinding);
  const errors = countOf(findings, 'error');
  return {
    name: 'lint',
    title: errors === 0 ? 'No broken rules' : 'Rules are broken',
    summary:
      errors === 0
        ? `lint: no broken rules${findings.length > 0 ? `, ${counted(findings.length, 'warning')}` : ''}.`
        : `lint: ${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}.`,
    findings,
  };
}

async function redocly(entry: string, config: string | undefined): Promise<Problem[]> {
  const tool = join(import.meta.dirname, '../../../node_modules/.bin/redocly');
  const rules = config ? ['--config', config] : [];
  // By default Redocly reports only the first hundred.
  const args = ['lint', entry, '--format', 'json', '--max-problems', '100000', ...rules];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' };
  const { stdout = '', stderr = '' } = await promisify(execFile)(tool, args, {
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  try {
    return (JSON.parse(stdout) as { problems: Problem[] }).problems;
  } catch {
    throw new CommandError(`Redocly could not lint ${entry}: ${stderr.trim() || stdout.trim()}`);
  }
}

function toFinding({ ruleId, severity, message, location: [at] }: Problem): Finding {
  const file = at && relative(process.cwd(), at.source.ref);
  const pointer = at?.pointer?.replace(/^#/, '');
  return {
    level: severity === 'error' ? 'error' : 'warning',
    rule: ruleId,
    message: message.replace(/\s+/g, ' ').trim(),
    ...(pointer && { pointer }),
    ...(file && {
      place: { file, line: at.start?.line ?? 1, ...(at.start && { column: at.start.col }) },
    }),
    fingerprint: fingerprint(ruleId, file, pointer, message),
  };
}
