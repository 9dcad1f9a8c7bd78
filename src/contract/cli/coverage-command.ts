import { readFile } from 'node:fs/promises';
import { readCalls } from '../coverage/calls.ts';
import { type Coverage, coverageOf, KINDS } from '../coverage/coverage.ts';
import type { Item } from '../coverage/items.ts';
import { DocumentError } from '../document/document-error.ts';
import { nextByDefault, type OpenDocument, openDocument } from '../document/open-document.ts';
import { type Finding, type FindingLevel, fingerprint, type Report } from '../report/finding.ts';
import { chosenFormat, command, TEXT } from './command.ts';
import { CommandError } from './command-error.ts';

const FILE = 'coverage/contract.ndjson';

export const coverageCommand = command({
  summary: 'report how much of the contract the test suite, or recorded traffic, exercised',
  help: `Usage: npm run contract -- coverage [file…] [--contract openapi] [--target mocks|server] [--min 80]

Reports which operations, parameters, statuses and media types the recorded calls exercised.

  file         recorded calls: written by the contract suite, or a HAR file; default ${FILE}.
               To record: CONTRACT_COVERAGE=${FILE} npx vitest run --project node tests/contract
  --contract   the contract to measure against; default openapi/
  --target     only calls to the mocks, or to the server
  --min        the percentage that each of the four must reach
  --format     text, json, markdown, junit or github

Exit codes: 0 done, 1 below --min or an undeclared response, 2 could not run.`,
  options: { contract: TEXT, target: TEXT, min: TEXT, format: TEXT },
  async run({ values, positionals, print }) {
    const render = chosenFormat(values.format);
    const min = values.min === undefined ? undefined : Number(values.min);
    if (min !== undefined && !(min >= 0 && min <= 100))
      throw new CommandError('--min must be a percentage such as 80.');
    const files = positionals.length > 0 ? positionals : [FILE];
    const [opened, ...texts] = await Promise.all([
      openDocument(values.contract ?? (await nextByDefault())),
      ...files.map(readText),
    ]);
    const calls = files
      .flatMap((file, i) => readCalls(file, texts[i] ?? ''))
      .filter(({ target }) => values.target === undefined || target === values.target);
    if (calls.length === 0) throw new CommandError('The recording contains no calls.');
    const coverage = coverageOf(opened.document, calls);
    const report = toReport(coverage, opened, min);
    print(render(report));
    return report.findings.some(({ level }) => level === 'error') ? 1 : 0;
  },
});

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new DocumentError(
      file,
      undefined,
      `no such file. Record one: CONTRACT_COVERAGE=${FILE} npx vitest run --project node tests/contract`,
    );
  });
}

function toReport(coverage: Coverage, { placeOf }: OpenDocument, min: number | undefined): Report {
  const figures = KINDS.map((kind) => {
    const seen = coverage.exercised.filter((item) => item.kind === kind).length;
    const all = seen + coverage.missing.filter((item) => item.kind === kind).length;
    return { kind, seen, all, percent: all === 0 ? 100 : Math.floor((seen / all) * 1000) / 10 };
  });
  const finding = (level: FindingLevel, rule: string, message: string, item?: Item): Finding => ({
    level,
    rule,
    message,
    ...(item && { operation: item.operation, pointer: item.pointer, place: placeOf(item.pointer) }),
    fingerprint: fingerprint(rule, item?.operation, item?.name ?? message),
  });
  // If nobody called an operation, listing its parts adds nothing.
  const uncalled = new Set(
    coverage.missing.filter(({ kind }) => kind === 'operation').map(({ operation }) => operation),
  );
  const findings = [
    ...figures
      .filter(({ percent }) => min !== undefined && percent < min)
      .map(({ kind, percent }) =>
        finding('error', 'coverage-too-low', `${plural(kind)}: ${percent}% is below ${min}%.`),
      ),
    ...coverage.undeclared.map((item) => {
      const message = `responded with ${item.name}, which is not declared`;
      return finding('error', 'status-not-declared', message, item);
    }),
    ...coverage.missing.flatMap((item) => {
      const { kind, name, operation } = item;
      if (kind === 'operation')
        return finding('warning', 'operation-not-exercised', 'never called', item);
      if (uncalled.has(operation)) return [];
      const rule = `${kind.replace(' ', '-')}-not-exercised`;
      return finding('info', rule, `the ${kind} ${name} was never exercised`, item);
    }),
  ];
  const shown = figures.map(
    ({ kind, seen, all, percent }) => `${plural(kind)} ${seen}/${all} (${percent}%)`,
  );
  const strangers =
    coverage.strangers > 0 ? ` ${coverage.strangers} calls match no operation.` : '';
  return {
    name: 'coverage',
    title: 'Contract coverage',
    summary: `coverage by ${coverage.calls} calls: ${shown.join(', ')}.${strangers}`,
    findings,
    labels: { error: 'Wrong', warning: 'Operations never called', info: 'Not exercised' },
    data: { figures: Object.fromEntries(figures.map(({ kind, ...figure }) => [kind, figure])) },
  };
}

function plural(kind: string): string {
  return kind === 'status' ? 'statuses' : `${kind}s`;
}
