import { kept } from '../../kept.ts';
import { has, type Ranges, union } from './ranges.ts';

/**
 * Sets of texts as terms that are derived character by character (Brzozowski). Unlike automata they support `and` and
 * `not`, so the difference of two patterns is a term too. Equal terms are the same object.
 */
export type Term = { id: number; isNullable: boolean } & (
  | { kind: 'never' }
  | { kind: 'empty' }
  | { kind: 'chars'; ranges: Ranges }
  | { kind: 'seq'; left: Term; right: Term }
  | { kind: 'or' | 'and'; parts: Term[] }
  | { kind: 'not'; part: Term }
  | { kind: 'repeat'; part: Term; min: number; max: number }
);

export type Terms = ReturnType<typeof createTerms>;

type Shape<T = Term> = T extends Term ? Omit<T, 'id' | 'isNullable'> : never;

export function createTerms() {
  const known = new Map<string, Term>();
  const derived = new Map<Term, Map<number, Term>>();

  function make(key: string, shape: Shape, isNullable: boolean): Term {
    return kept(known, key, () => ({ ...shape, id: known.size, isNullable }) as Term);
  }

  const never = make('never', { kind: 'never' }, false);
  const empty = make('empty', { kind: 'empty' }, true);
  const all = not(never);

  function chars(ranges: Ranges): Term {
    return ranges.length === 0
      ? never
      : make(`[${ranges.join(';')}]`, { kind: 'chars', ranges }, false);
  }

  function pair(left: Term, right: Term): Term {
    if (left === never || right === never) return never;
    if (left === empty) return right;
    if (right === empty) return left;
    // Nested to the right, so that the same sequence is always the same term.
    if (left.kind === 'seq') return pair(left.left, pair(left.right, right));
    return make(
      `${left.id} ${right.id}`,
      { kind: 'seq', left, right },
      left.isNullable && right.isNullable,
    );
  }

  function join(kind: 'or' | 'and', terms: readonly Term[]): Term {
    const [neutral, absorbing] = kind === 'or' ? [never, all] : [all, never];
    const parts = new Set<Term>();
    const sets: Ranges[] = [];
    for (const term of terms.flatMap((one) => (one.kind === kind ? one.parts : [one]))) {
      if (term === absorbing) return absorbing;
      if (kind === 'or' && term.kind === 'chars') sets.push(term.ranges);
      else if (term !== neutral) parts.add(term);
    }
    if (sets.length > 0) parts.add(chars(union(...sets)));
    const sorted = [...parts].sort((a, b) => a.id - b.id);
    if (sorted.length <= 1) return sorted[0] ?? neutral;
    const isNullable =
      kind === 'or' ? sorted.some((p) => p.isNullable) : sorted.every((p) => p.isNullable);
    return make(
      `${kind} ${sorted.map(({ id }) => id).join()}`,
      { kind, parts: sorted },
      isNullable,
    );
  }

  function not(part: Term): Term {
    if (part.kind === 'not') return part.part;
    return make(`!${part.id}`, { kind: 'not', part }, !part.isNullable);
  }

  function repeat(part: Term, min: number, max: number): Term {
    if (max === 0 || part === empty) return empty;
    if (part === never) return min === 0 ? empty : never;
    if (min === 1 && max === 1) return part;
    const isNullable = min === 0 || part.isNullable;
    return make(`${part.id}{${min},${max}}`, { kind: 'repeat', part, min, max }, isNullable);
  }

  function derive(term: Term, code: number): Term {
    if (term.kind === 'never' || term.kind === 'empty') return never;
    if (term.kind === 'chars') return has(term.ranges, code) ? empty : never;
    const own = kept(derived, term, () => new Map<number, Term>());
    return kept(own, code, () => deriveNew(term, code));
  }

  function deriveNew(term: Term, code: number): Term {
    switch (term.kind) {
      case 'seq': {
        const first = pair(derive(term.left, code), term.right);
        return term.left.isNullable ? join('or', [first, derive(term.right, code)]) : first;
      }
      case 'or':
      case 'and':
        return join(
          term.kind,
          term.parts.map((part) => derive(part, code)),
        );
      case 'not':
        return not(derive(term.part, code));
      case 'repeat':
        return pair(
          derive(term.part, code),
          repeat(term.part, Math.max(0, term.min - 1), term.max - 1),
        );
      default:
        return never;
    }
  }

  return {
    never,
    empty,
    chars,
    seq: (...terms: Term[]) => terms.reduceRight((rest, term) => pair(term, rest), empty),
    or: (terms: readonly Term[]) => join('or', terms),
    and: (terms: readonly Term[]) => join('and', terms),
    not,
    repeat,
    derive,
    /** The number of terms so far. */
    size: () => known.size,
  };
}

/** The sets of characters that a term examines next. */
export function headsOf(term: Term, found: Set<Ranges> = new Set()): Set<Ranges> {
  switch (term.kind) {
    case 'chars':
      found.add(term.ranges);
      break;
    case 'seq':
      headsOf(term.left, found);
      if (term.left.isNullable) headsOf(term.right, found);
      break;
    case 'or':
    case 'and':
      for (const part of term.parts) headsOf(part, found);
      break;
    case 'not':
    case 'repeat':
      headsOf(term.part, found);
      break;
  }
  return found;
}
