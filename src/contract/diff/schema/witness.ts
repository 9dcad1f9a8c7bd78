import type { Direction, SchemaFinding } from '../types.ts';
import type { Conjunction } from '../values/atoms.ts';
import type { Generator } from '../values/sampling.ts';
import type { Confirm } from './confirm.ts';
import { accepts, type Refusal, refusalsOf } from './evaluate.ts';
import { withoutNews } from './news.ts';
import type { SchemaNode } from './node.ts';
import { sentenceOf } from './sentences.ts';

export interface Sides {
  /** The sender: callers by the older contract, or for responses the server by the newer one. */
  from: Conjunction;
  /** The receiver. */
  to: Conjunction;
  direction: Direction;
}

interface Search extends Sides {
  generator: Generator;
  confirm: Confirm;
  /** Checks only the value's own keywords; nested values are compared separately. */
  shallow: boolean;
  /** Whether a node accepts a value, for values that arrive as text; by default, values are read as JSON. */
  reads?: (node: SchemaNode, value: unknown) => boolean;
}

const MOST = 20;

/**
 * Finds values that one side may send and the other rejects: each reason once, with its shortest value. Values that are
 * newly accepted, in the opposite direction, become information.
 */
export function findWitnesses(search: Search): SchemaFinding[] {
  const { from, to, direction } = search;
  const reverse = { ...search, from: to, to: from };
  return [
    ...reasons(search).map((reason) => toFinding(reason, direction, 'breaking')),
    ...reasons(reverse).map((reason) => toFinding(reason, direction, 'info')),
  ];
}

interface Reason {
  refusal: Refusal;
  value: unknown;
  /** Whether Ajv agrees. */
  isConfirmed: boolean;
}

function reasons(search: Search): Reason[] {
  const { from, to, generator, confirm, shallow } = search;
  const reads = search.reads ?? accepts;
  const found = new Map<string, Omit<Reason, 'isConfirmed'> & { size: number }>();
  const isOnlyNews = (value: unknown): boolean =>
    (['drop', 'rename'] as const).some((how) => {
      const rest = withoutNews(value, from, to, how);
      return rest !== value && [...from, ...to].every((node) => reads(node, rest));
    });
  for (const value of generator.values(from, to)) {
    if (
      to.every((node) =>
        shallow ? refusalsOf(node, value, true).length === 0 : reads(node, value),
      )
    )
      continue;
    if (isOnlyNews(value)) continue;
    const refusals = to.flatMap((node) => refusalsOf(node, value, shallow));
    const size = sizeOf(value);
    for (const refusal of refusals) {
      const key = `${refusal.keyword} ${refusal.node.pointer} ${refusal.path.join('\n')}`;
      const known = found.get(key);
      if (!known && found.size >= MOST) continue;
      if (!known || size < known.size) found.set(key, { refusal, value, size });
    }
  }
  return [...found.values()].map(({ refusal, value }) => {
    const isConfirmed =
      from.every((node) => confirm.accepts(node, value)) &&
      (search.reads !== undefined || to.some((node) => !confirm.accepts(node, value)));
    return { refusal, value, isConfirmed };
  });
}

function toFinding(
  { refusal, value, isConfirmed }: Reason,
  direction: Direction,
  level: 'breaking' | 'info',
): SchemaFinding {
  const { keyword, node, path } = refusal;
  // Readers must expect more values than those listed.
  if (level === 'breaking' && direction === 'response' && keyword === 'enum' && node.extensible) {
    const message = `% may now be an unlisted value: ${JSON.stringify(valueAt(value, path))}`;
    return { level: 'info', rule: 'extensible-value-added', pointer: node.pointer, path, message };
  }
  return {
    level: level === 'breaking' && !isConfirmed ? 'warning' : level,
    rule:
      level === 'breaking'
        ? `value-refused-${dashed(keyword)}`
        : `value-allowed-${dashed(keyword)}`,
    pointer: node.pointer,
    path,
    keyword,
    message: `${sentenceOf(refusal, direction, level)}${isConfirmed ? '' : ' (validators do not agree)'}`,
    ...(level === 'breaking' && { witness: value }),
  };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Roughly the length of the value in characters. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  return Object.entries(value).reduce((size, [name, item]) => size + name.length + sizeOf(item), 2);
}

function dashed(keyword: string): string {
  return keyword.replace(/^\$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
