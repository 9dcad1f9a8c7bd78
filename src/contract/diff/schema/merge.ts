import type { SchemaFinding } from '../types.ts';

/** Findings that a rejected value already shows. */
const SHOWN = ['field-removed', 'field-added', 'field-became-write-only', 'pattern-undecided'];

/** Merges the findings that come with a value and those about fields, such as a removal, that no value can show. */
export function merge(findings: SchemaFinding[], fields: SchemaFinding[]): SchemaFinding[] {
  const added = fields
    .filter((field) => field.rule === 'field-added')
    .map((field) => field.path.join('\n'));
  const kept = findings.filter(
    (finding) =>
      finding.level !== 'info' || !added.some((path) => finding.path.join('\n').startsWith(path)),
  );
  const due = fields.filter(({ rule }) => rule === 'field-removed-as-announced');
  const paths = new Set(due.map(({ path }) => path.join('\n')));
  for (const finding of kept)
    if (finding.level === 'breaking' && paths.has(finding.path.join('\n')))
      finding.level = 'warning';
  // A value without a removed field only shows that it may be missing, so the message says that the field was removed.
  const removed = new Set(
    fields.filter(({ rule }) => rule === 'field-removed').map(({ path }) => path.join('\n')),
  );
  for (const finding of kept)
    if (finding.rule === 'value-refused-required' && removed.has(finding.path.join('\n')))
      finding.message = finding.message.replace('may now be missing', 'was removed');
  const broken = new Set(kept.filter((f) => f.level === 'breaking').map((f) => f.path.join('\n')));
  const more = fields.filter(
    (field) => !(broken.has(field.path.join('\n')) && SHOWN.includes(field.rule)),
  );
  return [...kept, ...more];
}

export function isSamePlace(left: SchemaFinding, right: SchemaFinding): boolean {
  return left.level === right.level && left.path.join('\n') === right.path.join('\n');
}

export function isSame(left: SchemaFinding, right: SchemaFinding): boolean {
  return (
    left.rule === right.rule &&
    left.pointer === right.pointer &&
    left.path.join('\n') === right.path.join('\n')
  );
}
