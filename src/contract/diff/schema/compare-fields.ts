import type { Direction, SchemaFinding } from '../types.ts';
import { isRegular } from '../values/regex/language.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { SchemaNode } from './node.ts';

/** What must be known about a field beyond its schemas. */
export interface Judgement {
  /** Whether any value is possible. */
  isPossible(node: SchemaNode): boolean;
  /** Whether its removal was announced and is due. */
  isDue(field: Field): boolean;
}

/**
 * Finds what no single value shows: removed fields (a caller's value is now ignored, a reader no longer receives it)
 * and fields whose meaning changed.
 */
export function compareFields(
  base: readonly SchemaNode[],
  next: readonly SchemaNode[],
  direction: Direction,
  { isPossible, isDue }: Judgement,
  deepest?: number,
): SchemaFinding[] {
  const before = fieldsOf(base, deepest);
  const after = fieldsOf(next, deepest);
  const findings: SchemaFinding[] = [];
  const canBe = ({ isHidden, nodes }: Field) => isHidden || nodes.every(isPossible);
  const gone: string[] = [];
  for (const [key, field] of before) {
    // Fields inside a removed field are not reported again.
    if (gone.some((parent) => key.startsWith(`${parent}\n`))) continue;
    const other = after.get(key);
    if (!other && isReported(field, after)) continue;
    if (!other) {
      gone.push(key);
      if (field.isNamed && canBe(field)) findings.push(removed(field, direction, isDue(field)));
    } else findings.push(...changed(field, other, direction));
  }
  const fresh: string[] = [];
  for (const [key, field] of after) {
    if (before.has(key) || fresh.some((parent) => key.startsWith(`${parent}\n`))) continue;
    fresh.push(key);
    if (isReported(field, before)) continue;
    if (field.isNamed && canBe(field) && !field.isHidden)
      findings.push(finding('info', 'field-added', field, '% was added'));
  }
  return findings;
}

/** Whether an unlisted name is still covered: as required, by a pattern, or as an additional property of a map. */
function isReported({ path, isNamed }: Field, fields: Map<string, Field>): boolean {
  const name = path.at(-1);
  if (!isNamed || name === undefined) return false;
  const around = path.slice(0, -1).join('\n');
  const beside = fields.get([...path.slice(0, -1), '{}'].join('\n'));
  if (beside && !beside.isAnything) return true;
  const owners = fields.get(around)?.nodes ?? [];
  if (owners.some(({ required }) => required.includes(name))) return true;
  if (owners.some((node) => node.propertyNames?.enumTexts?.has(JSON.stringify(name)))) return true;
  return [...fields.values()].some(
    (other) => other.pattern?.test(name) && other.path.slice(0, -1).join('\n') === around,
  );
}

function removed(field: Field, direction: Direction, isDue: boolean): SchemaFinding {
  if (isDue)
    return finding('info', 'field-removed-as-announced', field, '% was removed, as announced');
  if (field.isHidden) return finding('info', 'hidden-field-removed', field, '% was removed');
  const effect =
    direction === 'request' ? 'the server now ignores it' : 'responses no longer include it';
  return finding('warning', 'field-removed', field, `% was removed; ${effect}`);
}

function changed(base: Field, next: Field, direction: Direction): SchemaFinding[] {
  const found: SchemaFinding[] = [];
  if (!base.isHidden && next.isHidden) {
    const [rule, text] =
      direction === 'request'
        ? ['field-became-read-only', 'became read-only: the server ignores it in requests']
        : ['field-became-write-only', 'became write-only: responses no longer include it'];
    return [finding('warning', rule, next, `% ${text}`)];
  }
  if (base.isHidden !== next.isHidden)
    return [
      finding(
        'info',
        'field-added',
        next,
        `% is no longer ${direction === 'request' ? 'read-only' : 'write-only'}`,
      ),
    ];
  if (next.isHidden) return [];
  if (!equal(base.defaults, next.defaults)) {
    const level = direction === 'request' && base.defaults.size > 0 ? 'warning' : 'info';
    const text = `the default of % was ${list(base.defaults)} and is now ${list(next.defaults)}`;
    found.push(finding(level, 'default-changed', next, text));
  }
  for (const key of new Set([...base.meanings.keys(), ...next.meanings.keys()])) {
    const was = base.meanings.get(key) ?? new Set();
    const is = next.meanings.get(key) ?? new Set();
    if (equal(was, is)) continue;
    const rule = key === 'format' ? 'format-changed' : 'content-encoding-changed';
    // Adding a format affects nobody, nor does dropping one that callers had to follow.
    const freed = direction === 'request' ? is : was;
    const level = key === 'format' && (was.size === 0 || freed.size === 0) ? 'info' : 'warning';
    found.push(
      finding(level, rule, next, `the ${key} of % was ${list(was)} and is now ${list(is)}`),
    );
  }
  found.push(...changedList(base, next, direction), ...changedPatterns(base, next));
  if (!base.deprecated && next.deprecated)
    found.push(finding('info', 'field-deprecated', next, '% is now deprecated'));
  return found;
}

/** Reports changed patterns that cannot be compared exactly. */
function changedPatterns(base: Field, next: Field): SchemaFinding[] {
  if (equal(base.patterns, next.patterns)) return [];
  const changed = [...base.patterns, ...next.patterns].filter(
    (text) => !(base.patterns.has(text) && next.patterns.has(text)),
  );
  if (changed.every(isRegular)) return [];
  const message = `the pattern of % changed from ${list(base.patterns)} to ${list(next.patterns)}; the effect could not be determined`;
  return [finding('warning', 'pattern-undecided', next, message)];
}

/** A new value of an extensible list is expected; a removed one may still be sent by callers. */
function changedList(base: Field, next: Field, direction: Direction): SchemaFinding[] {
  if (base.known.size === 0 || next.known.size === 0) return [];
  const fresh = [...next.known].filter((value) => !base.known.has(value));
  const gone = [...base.known].filter((value) => !next.known.has(value));
  const added = `% may now be ${fresh.join(' or ')}, as announced by its extensible list`;
  const removed = `% is no longer listed as ${gone.join(' or ')}`;
  const level = direction === 'request' ? 'warning' : 'info';
  return [
    ...(fresh.length > 0 ? [finding('info', 'extensible-value-added', next, added)] : []),
    ...(gone.length > 0 ? [finding(level, 'extensible-value-removed', next, removed)] : []),
  ];
}

function finding(
  level: SchemaFinding['level'],
  rule: string,
  field: Field,
  message: string,
): SchemaFinding {
  return { level, rule, pointer: field.pointer, path: field.path, message };
}

function equal(left: Set<string>, right: Set<string>): boolean {
  return left.size === right.size && [...left].every((value) => right.has(value));
}

function list(values: Set<string>): string {
  return values.size === 0 ? 'none' : [...values].join(' or ');
}
