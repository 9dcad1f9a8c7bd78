import { isObject } from '#core/json/is-object.ts';
import { ContractError } from '../contract-error.ts';
import type { DiffOptions } from '../policy.ts';
import { type BuildSchema, createBuilder } from '../schema/build.ts';
import { createComparer, type SchemaComparer, type Wire } from '../schema/compare.ts';
import type { Located, Source } from '../source.ts';
import type { Change, Direction, Level, SchemaFinding } from '../types.ts';
import { findUnchanged, type Unchanged } from './unchanged.ts';

/** An object in the document, and its pointer. */
export interface Part {
  value: Record<string, unknown>;
  pointer: string;
}

/** One operation with its path item, from which it inherits. */
export interface Found {
  operation: Part;
  item: Part;
  path: string;
}

/** Both documents, and the changes found so far. */
export interface Comparison {
  base: ComparedDocument;
  next: ComparedDocument;
  options: DiffOptions;
  schemas: SchemaComparer;
  changes: Change[];
  unchanged: Unchanged;
  /** Changes found in parts that many operations share. */
  shared: Map<string, Change[]>;
}

export interface ComparedDocument {
  source: Source;
  build: Record<Direction, BuildSchema>;
}

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
export function note(
  { comparison, operation, direction, where }: Site,
  level: Level,
  rule: string,
  { pointer }: { pointer: string },
  message: string,
): void {
  const place = where === undefined ? {} : { where };
  comparison.changes.push({ operation, level, rule, pointer, direction, ...place, message });
}

/** An object in the document, with a `$ref` followed. */
export function part(source: Source, value: unknown, pointer: string): Part {
  let found: Located = { value, pointer };
  for (let steps = 0; isObject(found.value) && typeof found.value.$ref === 'string'; steps += 1) {
    if (steps > 50)
      throw new ContractError(
        'circular',
        source.side,
        pointer,
        'a $ref that only leads to itself.',
      );
    found = source.resolve(found.value.$ref, found.pointer);
  }
  if (!isObject(found.value))
    throw new ContractError('invalid_document', source.side, pointer, 'expected an object.');
  return { value: found.value, pointer: found.pointer };
}

/** The document itself. */
export function root(source: Source): Part {
  return { value: isObject(source.root) ? source.root : {}, pointer: '' };
}

/** The members of a map in the document, each with its pointer. */
export function members(source: Source, owner: Part, key: string): Map<string, Part> {
  const map = owner.value[key];
  const found = new Map<string, Part>();
  if (map === undefined) return found;
  const at = `${owner.pointer}/${key}`;
  if (!isObject(map))
    throw new ContractError('invalid_document', source.side, at, `${key} must be an object.`);
  for (const [name, value] of Object.entries(map)) {
    if (name.startsWith('x-')) continue;
    found.set(
      name,
      part(source, value, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  }
  return found;
}

/** The members of a map in both documents. */
export function membersOf(
  { comparison: { base, next } }: Site,
  pair: Pair,
  key: string,
): [before: Map<string, Part>, after: Map<string, Part>] {
  return [members(base.source, pair[0], key), members(next.source, pair[1], key)];
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
  const read = (side: 'base' | 'next', { value: { schema = true }, pointer }: Part) =>
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
