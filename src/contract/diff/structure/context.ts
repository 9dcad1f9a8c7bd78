import { members, type Part } from '../../walk.ts';
import type { DiffOptions } from '../policy.ts';
import { applied, type RuleName, type Said } from '../rules.ts';
import { type BuildSchema, createBuilder } from '../schema/build.ts';
import { createComparer, type SchemaComparer, type Wire } from '../schema/compare.ts';
import type { Source } from '../source.ts';
import type { Change, Direction, SchemaFinding } from '../types.ts';
import { findUnchanged } from './unchanged.ts';

/** Both documents, and the changes found so far. */
export interface Comparison {
  base: ComparedDocument;
  next: ComparedDocument;
  options: DiffOptions;
  schemas: SchemaComparer;
  changes: Change[];
  unchanged: ReadonlySet<string>;
  /** Changes found in parts that many operations share. */
  shared: Map<string, Change[]>;
}

export interface ComparedDocument {
  source: Source;
  build: Record<Direction, BuildSchema>;
}

export type Side = 'base' | 'next';

export function createComparison(base: Source, next: Source, options: DiffOptions): Comparison {
  return {
    base: toComparedDocument(base),
    next: toComparedDocument(next),
    options,
    schemas: createComparer(options),
    changes: [],
    unchanged: findUnchanged(base, next),
    shared: new Map(),
  };
}

function toComparedDocument(source: Source): ComparedDocument {
  const request = createBuilder(source, 'request');
  const response = source.hidesFields ? createBuilder(source, 'response') : request;
  return { source, build: { request, response } };
}

/** Where changes are reported: an operation, seen by those who send or by those who read, and a part of it. */
export interface Site {
  comparison: Comparison;
  /** As callers see it: `GET /task/{taskId}`. */
  operation: string;
  direction: Direction;
  where?: string;
}

/** The same part of both documents. */
export type Pair = readonly [base: Part, next: Part];

/** Callers send requests and read responses; in callbacks and webhooks it is the other way round. */
export function answersTo(site: Site): Site {
  return { ...site, direction: site.direction === 'request' ? 'response' : 'request' };
}

/** Records a change. */
export function note(site: Site, rule: RuleName, { pointer }: { pointer: string }, said?: Said) {
  const { comparison, operation, direction, where } = site;
  const { message, ...found } = applied(rule, direction, { where, ...said });
  const place = where === undefined ? {} : { where };
  comparison.changes.push({ operation, ...found, pointer, direction, ...place, message });
}

/** The members of a map in both documents. */
export function membersOf(
  { comparison: { base, next } }: Site,
  pair: Pair,
  key: string,
): [before: Map<string, Part>, after: Map<string, Part>] {
  return [members(base.source, pair[0], key), members(next.source, pair[1], key)];
}

/** Pairs the entries of two maps by name: those of the older map first, then the new ones. */
export function* pairsOf<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
): Generator<[name: string, ...([T, T] | [T, undefined] | [undefined, T])]> {
  for (const [name, base] of before) yield [name, base, after.get(name)] as [string, T, T];
  for (const [name, next] of after) if (!before.has(name)) yield [name, undefined, next];
}

/** Compares two parts once, however many operations refer to them, and reports the changes for each operation. */
export function once({ comparison, operation }: Site, key: string, compare: () => void): void {
  const known = comparison.shared.get(key);
  if (known) {
    for (const change of known) comparison.changes.push({ ...change, operation });
    return;
  }
  const first = comparison.changes.length;
  compare();
  const found = comparison.changes.slice(first);
  comparison.shared.set(
    key,
    found.map((change) => ({ ...change })),
  );
}

/** Compares the schemas of two parts (the `schema` of a media type, a parameter or a header). */
export function compareSchemas(site: Site, [before, after]: Pair, wire: Wire = 'json'): void {
  const { comparison, operation, direction, where = '' } = site;
  const read = (side: Side, { value: { schema = true }, pointer }: Part) =>
    comparison[side].build[direction](schema, `${pointer}/schema`);
  const [from, to] = [read('base', before), read('next', after)];
  for (const finding of comparison.schemas.compare(from, to, direction, wire))
    comparison.changes.push({ operation, ...toChange(finding, direction, where) });
}

export function toChange(
  finding: SchemaFinding,
  direction: Direction,
  where: string,
): Omit<Change, 'operation'> {
  const { level, rule, pointer, path } = finding;
  const place = path.length > 0 ? `“${path.join('.')}”` : 'the value';
  const text = finding.message.replace('%', () => place);
  return {
    level,
    rule,
    pointer,
    direction,
    ...(where && { where }),
    path,
    message: where ? `${where}: ${text}` : text,
    ...('witness' in finding && { witness: finding.witness }),
  };
}
