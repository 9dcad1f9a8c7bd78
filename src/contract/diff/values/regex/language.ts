import { kept } from '../../kept.ts';
import { hasAssertion, parseRegex, type Regex } from './parse.ts';
import { EVERY, has, type Ranges } from './ranges.ts';
import { createTerms, headsOf, type Term, type Terms } from './terms.ts';

/** The constraints on a text; an `undefined` bound means none. */
export interface TextRule {
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

export type Search = { text: string } | 'none' | 'unknown';

/** Markers for the start and the end of a text, so that `^` and `$` are ordinary characters. */
const START = 0x110000;
const END = 0x110001;
const MOST_STATES = 4000;
const MOST_TERMS = 60_000;

/** The shortest text that matches all of `kept` and none of `broken`, or the information that none exists. */
export function findText(kept: readonly TextRule[], broken: readonly TextRule[]): Search {
  try {
    const language = createLanguage();
    const rules = [...kept.map(language.of), ...broken.map((rule) => language.notOf(rule))];
    return language.search(rules);
  } catch (error) {
    if (error instanceof Beyond || error instanceof SyntaxError) return 'unknown';
    throw error;
  }
}

/** Whether the patterns can be compared exactly: they are regular, except for lookahead. */
export function isRegular(pattern: string): boolean {
  return findText([{ pattern }], []) !== 'unknown';
}

/** Matches in linear time whatever the pattern; undefined when the pattern is not regular. */
export function linearMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const language = createLanguage();
  let term: Term;
  try {
    term = language.of({ pattern });
  } catch {
    return undefined;
  }
  return (text) => {
    let rest = language.terms.derive(term, START);
    for (const char of text) {
      rest = language.terms.derive(rest, char.codePointAt(0) ?? 0);
      if (rest === language.terms.never) return false;
    }
    return language.terms.derive(rest, END).isNullable;
  };
}

class Beyond extends Error {}

function createLanguage() {
  const terms = createTerms();
  const { seq, and, or, not, repeat, chars, empty } = terms;
  const start = chars([[START, START]]);
  const end = chars([[END, END]]);
  const any = chars(EVERY);
  const anything = repeat(any, 0, Number.POSITIVE_INFINITY);
  const texts = seq(start, anything, end);
  const tail = seq(anything, or([end, empty]));

  function of({ pattern, minLength, maxLength }: TextRule): Term {
    const rules = [texts];
    if (pattern !== undefined)
      rules.push(seq(or([start, empty]), anything, build(parseRegex(pattern), tail)));
    if (minLength !== undefined || maxLength !== undefined)
      rules.push(
        seq(start, repeat(any, minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY), end),
      );
    return and(rules);
  }

  /** A part and everything after it, since lookahead involves both. */
  function build(regex: Regex, rest: Term): Term {
    switch (regex.kind) {
      case 'chars':
        return seq(chars(regex.ranges), rest);
      case 'sequence':
        return regex.parts.reduceRight((after, part) => build(part, after), rest);
      case 'choice':
        return or(regex.options.map((option) => build(option, rest)));
      case 'repeat':
        return seqOfRepeat(regex, rest);
      case 'start':
        return seq(start, rest);
      case 'end':
        return seq(end, rest);
      case 'ahead': {
        const here = build(regex.part, tail);
        return and([regex.isNegated ? not(here) : here, rest]);
      }
      case 'other':
        throw new Beyond();
    }
  }

  function seqOfRepeat({ part, min, max }: Extract<Regex, { kind: 'repeat' }>, rest: Term): Term {
    if (!hasAssertion(part)) return seq(repeat(build(part, empty), min, max), rest);
    if (max > 4) throw new Beyond();
    let term = rest;
    for (let count = max; count > 0; count -= 1)
      term = count > min ? or([rest, build(part, term)]) : build(part, term);
    return term;
  }

  return {
    terms,
    of,
    notOf: (rule: TextRule) => and([texts, not(of(rule))]),
    search: (rules: Term[]) => search(terms, and([texts, ...rules])),
  };
}

/** Breadth-first search over all continuations; characters that no pattern distinguishes count as one. */
function search(terms: Terms, all: Term): Search {
  const from = new Map<Term, { term: Term; code: number } | undefined>([[all, undefined]]);
  const waiting = [all];
  const known = new Map<string, number[]>();
  const ids = new Map<Ranges, number>();
  const codesAt = (term: Term): number[] => {
    const sets = [...headsOf(term)];
    for (const set of sets) if (!ids.has(set)) ids.set(set, ids.size);
    const key = sets.map((set) => ids.get(set)).join();
    return kept(known, key, () => representatives(sets));
  };
  for (let index = 0; index < waiting.length; index += 1) {
    const term = waiting[index] as Term;
    if (term.isNullable) return { text: pathTo(term, from) };
    if (from.size > MOST_STATES || terms.size() > MOST_TERMS) return 'unknown';
    for (const code of codesAt(term)) {
      const next = terms.derive(term, code);
      if (next === terms.never || from.has(next)) continue;
      from.set(next, { term, code });
      waiting.push(next);
    }
  }
  return 'none';
}

function pathTo(end: Term, from: Map<Term, { term: Term; code: number } | undefined>): string {
  const codes: number[] = [];
  for (let step = from.get(end); step; step = from.get(step.term)) codes.push(step.code);
  return codes
    .reverse()
    .filter((code) => code < START)
    .map((code) => String.fromCodePoint(code))
    .join('');
}

const LIKED = [97, 48, 65, 98, 49, 45, 95, 32, 46, 122];

/** One character from each class that the sets distinguish, a plain one if possible. */
function representatives(sets: readonly Ranges[]): number[] {
  const borders = new Set([0, 0xe000]);
  for (const set of sets) for (const [from, to] of set) borders.add(from).add(to + 1);
  for (const code of LIKED) borders.add(code).add(code + 1);
  const kinds = new Map<string, number>();
  // Control characters are used only if nothing else works.
  const usual = [...borders].filter((code) => code >= 32).sort((a, b) => a - b);
  const rare = [...borders].filter((code) => code < 32);
  for (const code of [...LIKED, ...usual, ...rare]) {
    if ((code >= 0xd800 && code < 0xe000) || code > END) continue;
    const kind = sets.map((set) => (has(set, code) ? 1 : 0)).join('');
    if (!kinds.has(kind)) kinds.set(kind, code);
  }
  return [...kinds.values()];
}
