import type { SchemaFinding } from '../types.ts';

/** Findings that a rejected value already shows. */
const SHOWN = ['field-removed', 'field-added', 'field-became-write-only', 'pattern-undecided'];

/** Merges the findings that come with a value and those about fields, such as a removal, that no value can show. */
export function merge(findings: SchemaFinding[], fields: SchemaFinding[]): SchemaFinding[] {
  const added = fields.filter((field) => field.rule === 'field-added').map(placeOf);
  const kept = findings.filter(
    (finding) =>
      finding.level !== 'info' || !added.some((path) => placeOf(finding).startsWith(path)),
  );
  const due = fields.filter(({ rule }) => rule === 'field-removed-as-announced');
  const paths = new Set(due.map(placeOf));
  for (const finding of kept)
    if (finding.level === 'breaking' && paths.has(placeOf(finding))) finding.level = 'warning';
  // A value without a removed field only shows that it may be missing, so the message says that the field was removed.
  const removed = new Set(fields.filter(({ rule }) => rule === 'field-removed').map(placeOf));
  for (const finding of kept)
    if (finding.rule === 'value-refused-required' && removed.has(placeOf(finding)))
      finding.message = finding.message.replace('may now be missing', 'was removed');
  const broken = new Set(kept.filter((f) => f.level === 'breaking').map(placeOf));
  const more = fields.filter(
    (field) => !(broken.has(placeOf(field)) && SHOWN.includes(field.rule)),
  );
  return [...kept, ...more];
}

export function isSamePlace(left: SchemaFinding, right: SchemaFinding): boolean {
  return left.level === right.level && placeOf(left) === placeOf(right);
}

export function isSame(left: SchemaFinding, right: SchemaFinding): boolean {
  return (
    left.rule === right.rule && left.pointer === right.pointer && placeOf(left) === placeOf(right)
  );
}

function placeOf({ path }: SchemaFinding): string {
  return path.join('\n');
}
