import type { OpenDocument } from '../document/open-document.ts';
import type { Report } from '../report/finding.ts';
import { compileConsole } from './compile.ts';
import { consoleUsage } from './console-usage.ts';
import { judgeUsage } from './judge.ts';
import { namedOperations } from './operation-names.ts';

/** Adds to a comparison what each change means for the console in the working directory. */
export async function withUsage(
  report: Report,
  base: OpenDocument,
  next: OpenDocument,
): Promise<Report> {
  if (report.findings.length === 0) return report;
  const root = process.cwd();
  const documents = [next.document, base.document];
  const operations = new Map(documents.flatMap(namedOperations).map((each) => [each.id, each]));
  const [errors, usage] = await Promise.all([
    compileConsole(root, next.document),
    consoleUsage(root, [...operations.values()]),
  ]);
  return judgeUsage(report, { usage, errors, documents });
}
