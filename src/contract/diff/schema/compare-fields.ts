import { applied, type RuleName, type Said } from '../rules.ts';
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
      findings.push(finding('field-added', field, direction));
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
  const isHidden = field.isHidden ? 'hidden-field-removed' : 'field-removed';
  return finding(isDue ? 'field-removed-as-announced' : isHidden, field, direction);
}

function changed(base: Field, next: Field, direction: Direction): SchemaFinding[] {
  const isRequest = direction === 'request';
  const say = (rule: RuleName, said?: Said) => finding(rule, next, direction, said);
  if (!base.isHidden && next.isHidden)
    return [say(isRequest ? 'field-became-read-only' : 'field-became-write-only')];
  if (base.isHidden !== next.isHidden)
    return [
      say('field-added', { text: `% is no longer ${isRequest ? 'read-only' : 'write-only'}` }),
    ];
  if (next.isHidden) return [];
  const found: SchemaFinding[] = [];
  const [was, is] = [base.defaults, next.defaults];
  if (!equal(was, is)) {
    const isNew = was.size === 0 && { level: 'info' as const };
    found.push(say('default-changed', { was: list(was), is: list(is), ...isNew }));
  }
  for (const key of new Set([...base.meanings.keys(), ...next.meanings.keys()])) {
    const was = base.meanings.get(key) ?? new Set();
    const is = next.meanings.get(key) ?? new Set();
    if (equal(was, is)) continue;
    // Adding a format affects nobody, nor does dropping one that callers had to follow.
    const freed = isRequest ? is : was;
    const isFree = key === 'format' && (was.size === 0 || freed.size === 0);
    const said = { key, was: list(was), is: list(is), ...(isFree && { level: 'info' as const }) };
    found.push(say(key === 'format' ? 'format-changed' : 'content-encoding-changed', said));
  }
  found.push(...changedList(base, next, say));
  if (havePatternsUndecided(base, next))
    found.push(say('pattern-undecided', { was: list(base.patterns), is: list(next.patterns) }));
  if (!base.deprecated && next.deprecated) found.push(say('field-deprecated'));
  return found;
}

/** Whether patterns changed that cannot be compared exactly. */
function havePatternsUndecided({ patterns: was }: Field, { patterns: is }: Field): boolean {
  return [...without(was, is), ...without(is, was)].some((text) => !isRegular(text));
}

/** A new value of an extensible list is expected; a removed one may still be sent by callers. */
function changedList(
  { known: was }: Field,
  { known: is }: Field,
  say: (rule: RuleName, said: Said) => SchemaFinding,
): SchemaFinding[] {
  if (was.size === 0 || is.size === 0) return [];
  const lists = [
    ['extensible-value-added', without(is, was)],
    ['extensible-value-removed', without(was, is)],
  ] as const;
  return lists.flatMap(([rule, values]) =>
    values.size > 0 ? [say(rule, { values: list(values) })] : [],
  );
}

function finding(rule: RuleName, field: Field, direction: Direction, said?: Said): SchemaFinding {
  const { message, ...found } = applied(rule, direction, said);
  return { ...found, pointer: field.pointer, path: field.path, message };
}

function without(values: Set<string>, others: Set<string>): Set<string> {
  return new Set([...values].filter((value) => !others.has(value)));
}

function equal(left: Set<string>, right: Set<string>): boolean {
  return left.size === right.size && [...left].every((value) => right.has(value));
}

function list(values: Set<string>): string {
  return values.size === 0 ? 'none' : [...values].join(' or ');
}
