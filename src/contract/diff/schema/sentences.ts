import type { Direction } from '../types.ts';
import type { Refusal } from './evaluate.ts';
import type { SchemaNode, TypeName } from './node.ts';

type Effect = 'breaking' | 'info';

/** What a rejected value means for callers: a rule that they must follow, or one that they can no longer rely on. */
export function sentenceOf(refusal: Refusal, direction: Direction, effect: Effect): string {
  const key = `${direction} ${effect}` as const;
  const presence = PRESENCE[refusal.keyword];
  if (presence) return `% ${presence[key]}`;
  const rule =
    RULES[refusal.keyword] ?? (({ pointer }) => ['match', `${refusal.keyword} at ${pointer}`]);
  const [verb, rest, relaxed] = rule(refusal.node);
  const now = (adverb: string) =>
    verb === 'be' ? `is ${adverb} ${rest}` : `${adverb} ${VERBS[verb]} ${rest}`;
  switch (key) {
    case 'request breaking':
      return `% must now ${verb} ${rest}`;
    case 'request info':
      return `% ${relaxed ? `may now ${relaxed}` : `no longer has to ${verb} ${rest}`}`;
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

const VERBS = { be: 'is', have: 'has', match: 'matches' } as const;

/** A rule as a verb and the rest, and what a value may do without the rule, where that can be said. */
type Rule = [verb: keyof typeof VERBS, rest: string, relaxed?: string];

const RULES: Readonly<Record<string, (node: SchemaNode) => Rule>> = {
  type: ({ types = [] }) => only(types.map((type) => TYPES[type]).join(' or ')),
  enum: ({ enum: values = [] }) => {
    const list = short(values.map((value) => JSON.stringify(value)).join(', '));
    return only(list, values.length > 1 ? 'one of ' : '');
  },
  minimum: ({ minimum: n }) => ['be', `at least ${n}`, `be less than ${n}`],
  maximum: ({ maximum: n }) => ['be', `at most ${n}`, `be more than ${n}`],
  exclusiveMinimum: ({ exclusiveMinimum: n }) => ['be', `more than ${n}`, `be ${n} or less`],
  exclusiveMaximum: ({ exclusiveMaximum: n }) => ['be', `less than ${n}`, `be ${n} or more`],
  multipleOf: ({ multipleOf: n }) => ['be', `a multiple of ${n}`],
  minLength: ({ minLength }) => least(minLength, 'character'),
  maxLength: ({ maxLength }) => most(maxLength, 'character'),
  pattern: ({ pattern }) => ['match', short(pattern?.text ?? '')],
  format: ({ format }) => ['have', `the format ${format}`],
  minItems: ({ minItems }) => least(minItems, 'item'),
  maxItems: ({ maxItems }) => most(maxItems, 'item'),
  uniqueItems: () => ['have', 'unique items', 'have duplicate items'],
  minProperties: ({ minProperties }) => least(minProperties, 'property', 'properties'),
  maxProperties: ({ maxProperties }) => most(maxProperties, 'property', 'properties'),
};

function only(values: string, prefix = ''): Rule {
  return ['be', prefix + values, `be something other than ${values}`];
}

function least(count: number | undefined, one: string, many?: string): Rule {
  const amount = counted(count, one, many);
  return ['have', `at least ${amount}`, `have fewer than ${amount}`];
}

function most(count: number | undefined, one: string, many?: string): Rule {
  const amount = counted(count, one, many);
  return ['have', `at most ${amount}`, `have more than ${amount}`];
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
