import { fingerprintOf } from '../diff/fingerprint.ts';
import type { Change, ContractDiff, Level } from '../diff/types.ts';
import { countOf, type Finding, type FindingLevel, type Place, type Report } from './finding.ts';

const LEVELS: Record<Level, FindingLevel> = { breaking: 'error', warning: 'warning', info: 'info' };
const LONGEST_WITNESS = 160;

/** Turns a comparison of contracts into a report. */
export function diffReport(
  { verdict, changes, semver }: ContractDiff,
  placeOf: (pointer: string) => Place | undefined = () => undefined,
): Report {
  const findings = changes.map((change) => toFinding(change, placeOf(change.pointer)));
  const summary =
    changes.length === 0
      ? 'compatible: no changes for callers.'
      : `${verdict}: ${countOf(findings, 'error')} breaking, ${countOf(findings, 'warning')} to review, ${countOf(findings, 'info')} compatible.`;
  return {
    name: 'diff',
    title: `The contract is ${verdict}`,
    summary,
    findings,
    labels: { error: 'Breaking', warning: 'To review', info: 'Compatible' },
    data: { verdict, ...(semver && { semver }) },
  };
}

function toFinding(change: Change, place: Place | undefined): Finding {
  const { level, rule, operation, direction, pointer, path, message } = change;
  const shown = 'witness' in change;
  return {
    level: LEVELS[level],
    rule,
    message,
    operation,
    side: direction,
    pointer,
    ...(place && { place }),
    ...(shown && { details: [{ label: 'example:', text: witnessOf(change.witness) }] }),
    fingerprint: fingerprintOf(change),
    data: { ...(path && { path }), ...(shown && { witness: change.witness }) },
  };
}

function witnessOf(witness: unknown): string {
  const value = JSON.stringify(witness) ?? 'nothing';
  return value.length > LONGEST_WITNESS
    ? `${value.slice(0, LONGEST_WITNESS)}… (${value.length} characters)`
    : value;
}
