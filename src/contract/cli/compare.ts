import { ContractError } from '../diff/contract-error.ts';
import type { ContractDiff } from '../diff/types.ts';
import { diffContracts } from '../diff.ts';
import { DocumentError } from '../document/document-error.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { diffReport } from '../report/diff-report.ts';
import type { Report } from '../report/finding.ts';
import type { Accepted } from './accepted-breaks.ts';
import type { Policy } from './policy-file.ts';

/**
 * Compares two contracts, leaves out accepted breaks and counts them.
 * @throws DocumentError with file and line when one of them cannot be compared
 */
export function compare(
  base: OpenDocument,
  next: OpenDocument,
  { entries, expired }: Accepted,
  policy: Policy = {},
): { diff: ContractDiff; report: Report } {
  const diffWith = (options: object) => {
    try {
      return diffContracts(base.document, next.document, { ...policy, ...options });
    } catch (error) {
      throw error instanceof ContractError ? placed(error, { base, next }) : error;
    }
  };
  const all = diffWith({});
  const diff = entries.length === 0 ? all : diffWith({ ignore: entries });
  const report = diffReport(diff, next.placeOf);
  const accepted = all.changes.length - diff.changes.length;
  const summary = [
    report.summary,
    accepted > 0 ? `Accepted: ${accepted}.` : '',
    diff.semver === undefined ? '' : `Required version bump: ${diff.semver}.`,
  ];
  const findings = [...report.findings, ...expired];
  return { diff, report: { ...report, summary: summary.filter(Boolean).join(' '), findings } };
}

/** Turns an error of the differ into one with file and line. */
function placed(error: ContractError, sides: Record<'base' | 'next', OpenDocument>): Error {
  const side = sides[error.side as 'base' | 'next'];
  if (!side) return error;
  const { file, line } = side.placeOf(error.pointer);
  return new DocumentError(file, line, error.message.replace(/^(base|next)( at \S+)?: /, ''));
}
