import type { Direction } from '../types.ts';
import type { Refusal } from './evaluate.ts';
import type { TypeName } from './node.ts';

type Effect = 'breaking' | 'info';

/** What a rejected value means for callers: a rule that they must follow, or one that they can no longer rely on. */
export function sentenceOf(refusal: Refusal, direction: Direction, effect: Effect): string {
  const key = `${direction} ${effect}` as const;
  const presence = PRESENCE[refusal.keyword];
  if (presence) return `% ${presence[key]}`;
  const { verb, rest, relaxed } = ruleOf(refusal);
  const { base, present } = VERBS[verb];
  const now = (adverb: string) =>
    verb === 'be' ? `is ${adverb} ${rest}` : `${adverb} ${present} ${rest}`;
  switch (key) {
    case 'request breaking':
      return `% must now ${base} ${rest}`;
    case 'request info':
      return `% ${relaxed ? `may now ${relaxed}` : `no longer has to ${base} ${rest}`}`;
    case 'response breaking':
      return `% ${relaxed ? `may now ${relaxed}` : now('no longer always')}`;
    case 'response info':
      return `% ${now('now always')}`;
  }
}

type Sentences = Record<`${Direction} ${Effect}`, string>;

const REQUIRED: Sentences = {
  'request breaking': 'is now required',
  'request info': 'is now optional',
  'response breaking': 'may now be missing',
  'response info': 'is now always present',
};
const ABSENT: Sentences = {
  'request breaking': 'is no longer accepted',
  'request info': 'is now accepted',
  'response breaking': 'may now be present',
  'response info': 'is no longer sent',
};
const PRESENCE: Readonly<Record<string, Sentences>> = {
  required: REQUIRED,
  dependentRequired: REQUIRED,
  additionalProperties: ABSENT,
  unevaluatedProperties: ABSENT,
  false: ABSENT,
};

const VERBS = {
  be: { base: 'be', present: 'is' },
  have: { base: 'have', present: 'has' },
  match: { base: 'match', present: 'matches' },
} as const;

interface Rule {
  verb: keyof typeof VERBS;
  rest: string;
  /** What a value may do without the rule, where that can be said. */
  relaxed?: string;
}

function ruleOf({ keyword, node }: Refusal): Rule {
  switch (keyword) {
    case 'type': {
      const types = (node.types ?? []).map((type) => TYPES[type]).join(' or ');
      return { verb: 'be', rest: types, relaxed: `be something other than ${types}` };
    }
    case 'enum': {
      const values = (node.enum ?? []).map((value) => JSON.stringify(value));
      const list = short(values.join(', '));
      const rest = values.length > 1 ? `one of ${list}` : list;
      return { verb: 'be', rest, relaxed: `be something other than ${list}` };
    }
    case 'minimum':
      return bound('be', `at least ${node.minimum}`, `less than ${node.minimum}`);
    case 'maximum':
      return bound('be', `at most ${node.maximum}`, `more than ${node.maximum}`);
    case 'exclusiveMinimum':
      return bound('be', `more than ${node.exclusiveMinimum}`, `${node.exclusiveMinimum} or less`);
    case 'exclusiveMaximum':
      return bound('be', `less than ${node.exclusiveMaximum}`, `${node.exclusiveMaximum} or more`);
    case 'multipleOf':
      return { verb: 'be', rest: `a multiple of ${node.multipleOf}` };
    case 'minLength':
      return least(node.minLength, 'character');
    case 'maxLength':
      return most(node.maxLength, 'character');
    case 'pattern':
      return { verb: 'match', rest: short(node.pattern?.text ?? '') };
    case 'format':
      return { verb: 'have', rest: `the format ${node.format}` };
    case 'minItems':
      return least(node.minItems, 'item');
    case 'maxItems':
      return most(node.maxItems, 'item');
    case 'uniqueItems':
      return bound('have', 'unique items', 'duplicate items');
    case 'minProperties':
      return least(node.minProperties, 'property', 'properties');
    case 'maxProperties':
      return most(node.maxProperties, 'property', 'properties');
    default:
      return { verb: 'match', rest: `${keyword} at ${node.pointer}` };
  }
}

function bound(verb: 'be' | 'have', rest: string, otherwise: string): Rule {
  return { verb, rest, relaxed: `${verb} ${otherwise}` };
}

function least(count: number | undefined, one: string, many?: string): Rule {
  const amount = counted(count, one, many);
  return bound('have', `at least ${amount}`, `fewer than ${amount}`);
}

function most(count: number | undefined, one: string, many?: string): Rule {
  const amount = counted(count, one, many);
  return bound('have', `at most ${amount}`, `more than ${amount}`);
}

const TYPES: Record<TypeName, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function counted(count: number | undefined, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
