import { wasAnnounced } from '../announced.ts';
import { within } from '../budget.ts';
import type { DiffOptions } from '../policy.ts';
import { applied } from '../rules.ts';
import type { Direction, SchemaFinding } from '../types.ts';
import { type Conjunction, waysOf } from '../values/atoms.ts';
import { createGenerator } from '../values/generate.ts';
import { compareFields, type Judgement } from './compare-fields.ts';
import { createConfirm } from './confirm.ts';
import { accepts } from './evaluate.ts';
import { fieldsOf } from './fields.ts';
import { isSame, isSamePlace, merge } from './merge.ts';
import { isBare, type SchemaNode } from './node.ts';
import { certain, type PairedPlace, placesOf } from './places.ts';
import { createSameness } from './same.ts';
import { textAccepts } from './text.ts';
import { pairBranches } from './unions.ts';
import { findWitnesses, type Sides } from './witness.ts';

/** How values travel: as JSON, or as text, where `1` may be a number or a string. */
export type Wire = 'json' | 'text';

export type SchemaComparer = ReturnType<typeof createComparer>;

/**
 * Compares schemas by the values that they allow. Plain objects and lists are walked side by side, which keeps the
 * search small and visits each shared schema once; where schemas are composed (`oneOf`, `not`, `if` …), whole values
 * are tried.
 */
export function createComparer(options: DiffOptions = {}) {
  const sameness = createSameness();
  const confirm = createConfirm();
  const varied = createGenerator('all');
  const local = createGenerator('one');
  const known = new Map<string, SchemaFinding[]>();
  const judgement: Judgement = {
    isPossible: (node) => local.one([node]) !== undefined,
    isDue: ({ deprecated, announced }) => wasAnnounced(options, { deprecated, ...announced }),
  };

  function between(
    base: Conjunction,
    next: Conjunction,
    direction: Direction,
    wire: Wire,
  ): SchemaFinding[] {
    const [b, n] = [target(base), target(next)];
    if (areAlike(b, n, sameness.same)) return [];
    const key = `${idsOf(b)}|${idsOf(n)}|${direction}|${wire}`;
    const before = known.get(key);
    if (before) return before;
    // A pair that recurs inside itself adds nothing.
    known.set(key, []);
    const findings = within(STEPS, () =>
      wire === 'json'
        ? (sideBySide(b, n, direction) ?? byBranch(b, n, direction) ?? whole(b, n, direction))
        : asText(b, n, direction),
    ) ?? [undecided(b, n)];
    known.set(key, findings);
    return findings;
  }

  /** Walks plain schemas; undefined when one of them is composed. */
  function sideBySide(base: Conjunction, next: Conjunction, direction: Direction) {
    const left = plainAtoms(base);
    const right = plainAtoms(next);
    if (!left || !right) return undefined;
    const sides = sidesOf(left, right, direction);
    const findings = areAlike(left, right, sameness.sameItself)
      ? []
      : findWitnesses({ ...sides, generator: local, confirm, shallow: true });
    const fields = compareFields(left, right, direction, judgement, 1);
    const found = merge(findings, fields);
    for (const place of placesOf(left, right)) {
      const [from, to] =
        direction === 'request' ? [place.base, place.next] : [place.next, place.base];
      if (!from || !to) continue;
      for (const finding of between(place.base ?? [], place.next ?? [], direction, 'json')) {
        const lifted = lift(finding, place, direction === 'request' ? left : right);
        // The value is impossible in its context, or the context matters: try whole values instead.
        if (finding.level === 'breaking' && !lifted) return whole(base, next, direction);
        if (!found.some((other) => isSame(other, lifted ?? finding)))
          found.push(lifted ?? { ...finding, path: [...place.path, ...finding.path] });
      }
    }
    return found;
  }

  /** Compares unions whose branches are mutually exclusive branch by branch. */
  function byBranch(base: Conjunction, next: Conjunction, direction: Direction) {
    const [left, right] = [base[0], next[0]];
    if (base.length !== 1 || next.length !== 1 || !left || !right) return undefined;
    const pairs = pairBranches(left, right);
    if (!pairs) return undefined;
    const found = pairs.flatMap(([before, after]) => between([before], [after], direction, 'json'));
    const { from, to } = sidesOf(base, next, direction);
    const certain = found.every(
      ({ level, witness }) =>
        level !== 'breaking' ||
        (from.every((node) => accepts(node, witness)) &&
          !to.every((node) => accepts(node, witness))),
    );
    return certain ? found : undefined;
  }

  /** Values in which to embed another one; more than one is rarely needed. */
  function* samplesOf(schemas: Conjunction): Generator<unknown> {
    const first = local.one(schemas);
    if (first) yield first.value;
    yield* local.values(schemas, []).slice(0, 40);
  }

  /** Embeds the witness in a value of the surrounding schema. */
  function lift(finding: SchemaFinding, place: PairedPlace, surroundings: Conjunction) {
    const path = [...place.path, ...finding.path];
    if (finding.level !== 'breaking') return { ...finding, path };
    for (const around of samplesOf(surroundings)) {
      const value = place.put(around, finding.witness);
      if (value !== undefined && surroundings.every((node) => accepts(node, value)))
        return { ...finding, path, witness: value };
    }
    return undefined;
  }

  function whole(base: Conjunction, next: Conjunction, direction: Direction): SchemaFinding[] {
    const sides = sidesOf(base, next, direction);
    // Findings of the parts are reported even when the combinations are too many.
    const findings = within(STEPS / 2, () =>
      findWitnesses({ ...sides, generator: varied, confirm, shallow: false }),
    ) ?? [
      ...(within(STEPS / 4, () =>
        findWitnesses({ ...sides, generator: local, confirm, shallow: false }),
      ) ?? []),
      undecided(base, next),
    ];
    for (const finding of withinWhole(base, next, direction))
      if (!findings.some((other) => isSamePlace(other, finding))) findings.push(finding);
    const fields = compareFields(base, next, direction, judgement);
    return merge(findings, direction === 'request' ? fields : withoutBranches(fields, base, next));
  }

  /**
   * Compares the parts of a composed value one by one, which finds more than comparing all their combinations. Returns
   * what also holds for the whole.
   */
  function withinWhole(base: Conjunction, next: Conjunction, direction: Direction) {
    const [left, right] = [certain(base), certain(next)];
    const { from, to } = sidesOf(base, next, direction);
    return placesOf(left, right).flatMap((place) => {
      if (!place.base || !place.next) return [];
      return between(place.base, place.next, direction, 'json').flatMap((finding) => {
        if (finding.level !== 'breaking') return [];
        const lifted = lift(finding, place, from);
        return lifted && !to.every((node) => accepts(node, lifted.witness)) ? [lifted] : [];
      });
    });
  }

  /**
   * The fields that readers really lose: when a whole branch of a union was removed, its fields disappear with it, and
   * no remaining value lacks them.
   */
  function withoutBranches(fields: SchemaFinding[], base: Conjunction, next: Conjunction) {
    if (!fields.some(({ rule }) => rule === 'field-removed')) return fields;
    const ways = waysOf(base);
    if (ways.length < 2) return fields;
    const values = varied.values(next, []);
    const coming = ways.filter((way) =>
      values.some((value) => way.every((node) => accepts(node, value))),
    );
    const names = new Set(coming.flatMap((way) => [...fieldsOf(way.map(uncomposed)).keys()]));
    return fields.filter(
      ({ rule, path }) => rule !== 'field-removed' || names.has(path.join('\n')),
    );
  }

  function asText(base: Conjunction, next: Conjunction, direction: Direction): SchemaFinding[] {
    const sides = sidesOf(base, next, direction);
    const findings = findWitnesses({
      ...sides,
      generator: varied,
      confirm,
      shallow: false,
      reads: textAccepts,
    });
    return merge(findings, compareFields(base, next, direction, judgement));
  }

  return {
    compare: (base: SchemaNode, next: SchemaNode, direction: Direction, wire: Wire = 'json') =>
      between([base], [next], direction, wire),
  };
}

function areAlike(
  base: Conjunction,
  next: Conjunction,
  isAlike: (left: SchemaNode, right: SchemaNode) => boolean,
): boolean {
  const pairs = base.map((node, index) => [node, next[index]] as const);
  return base.length === next.length && pairs.every(([one, other]) => other && isAlike(one, other));
}

/** The schema's own keywords. The schemas that it is composed of are listed separately. */
function uncomposed(node: SchemaNode): SchemaNode {
  const { ref, if: condition, then: taken, else: otherwise, ...own } = node;
  return { ...own, allOf: [], anyOf: [], oneOf: [], dependentSchemas: new Map() };
}

/** The step budget for one pair of schemas, including nested ones. */
const STEPS = 2_000_000;

function undecided(base: Conjunction, next: Conjunction): SchemaFinding {
  const pointer = (next[0] ?? base[0])?.pointer ?? '';
  return { ...applied('could-not-be-decided', 'request'), pointer, path: [] };
}

function sidesOf(base: Conjunction, next: Conjunction, direction: Direction): Sides {
  return direction === 'request'
    ? { from: base, to: next, direction }
    : { from: next, to: base, direction };
}

/** Follows schemas that are only references. */
function target(schemas: Conjunction): SchemaNode[] {
  return schemas.map((start) => {
    let node = start;
    for (let steps = 0; node.ref && isOnlyReference(node) && steps < 50; steps += 1)
      node = node.ref();
    return node;
  });
}

function isOnlyReference(node: SchemaNode): boolean {
  return node.always === undefined && isBare(node) && Object.keys(node.meaning).length === 0;
}

/** The schemas that make up a plain one; undefined when there is a choice or a condition anywhere. */
function plainAtoms(schemas: Conjunction): SchemaNode[] | undefined {
  const ways = waysOf(schemas);
  const [atoms] = ways;
  if (ways.length !== 1 || !atoms) return undefined;
  return atoms.every(isPlain) ? atoms : undefined;
}

function isPlain(node: SchemaNode): boolean {
  const composed =
    node.anyOf.length > 0 ||
    node.oneOf.length > 0 ||
    node.not ||
    node.if ||
    node.dependentSchemas.size > 0 ||
    node.dependentRequired.size > 0 ||
    node.patternProperties.length > 0 ||
    node.propertyNames ||
    node.unevaluatedProperties ||
    node.unevaluatedItems ||
    node.prefixItems.length > 0 ||
    node.contains ||
    node.uniqueItems ||
    node.minProperties !== undefined ||
    node.maxProperties !== undefined ||
    node.enum?.some((value) => typeof value === 'object' && value !== null);
  return !composed;
}

function idsOf(schemas: Conjunction): string {
  return schemas.map((node) => node.id).join();
}
