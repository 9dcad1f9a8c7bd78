import type { Direction } from '../types.ts';
import type { Refusal } from './evaluate.ts';
import type { TypeName } from './node.ts';

type Effect = 'breaking' | 'info';

/** What a refusal means for callers: a rule that they must follow, or one that they can no longer rely on. */
export function sentenceOf(refusal: Refusal, direction: Direction, effect: Effect): string {
  const key = `${direction} ${effect}` as const;
  const presence = PRESENCE[refusal.keyword];
  if (presence) return `% ${presence[key]}`;
  const [verb, rest] = ruleOf(refusal);
  const { base, present } = VERBS[verb];
  const now =
    verb === 'be' ? (adverb: string) => `is ${adverb}` : (adverb: string) => `${adverb} ${present}`;
  switch (key) {
    case 'request breaking':
      return `% must now ${base} ${rest}`;
    case 'request info':
      return `% no longer has to ${base} ${rest}`;
    case 'response breaking':
      return `% ${now('no longer always')} ${rest}`;
    case 'response info':
      return `% ${now('now always')} ${rest}`;
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

/** The rule behind a refusal, as a verb and the rest of the sentence. */
function ruleOf({ keyword, node }: Refusal): [verb: keyof typeof VERBS, rest: string] {
  switch (keyword) {
    case 'type':
      return ['be', (node.types ?? []).map((type) => TYPES[type]).join(' or ')];
    case 'enum': {
      const values = (node.enum ?? []).map((value) => JSON.stringify(value));
      return ['be', `${values.length > 1 ? 'one of ' : ''}${short(values.join(', '))}`];
    }
    case 'minimum':
      return ['be', `at least ${node.minimum}`];
    case 'maximum':
      return ['be', `at most ${node.maximum}`];
    case 'exclusiveMinimum':
      return ['be', `more than ${node.exclusiveMinimum}`];
    case 'exclusiveMaximum':
      return ['be', `less than ${node.exclusiveMaximum}`];
    case 'multipleOf':
      return ['be', `a multiple of ${node.multipleOf}`];
    case 'minLength':
      return ['have', `at least ${counted(node.minLength, 'character')}`];
    case 'maxLength':
      return ['have', `at most ${counted(node.maxLength, 'character')}`];
    case 'pattern':
      return ['match', short(node.pattern?.text ?? '')];
    case 'format':
      return ['have', `the format ${node.format}`];
    case 'minItems':
      return ['have', `at least ${counted(node.minItems, 'item')}`];
    case 'maxItems':
      return ['have', `at most ${counted(node.maxItems, 'item')}`];
    case 'uniqueItems':
      return ['have', 'unique items'];
    case 'minProperties':
      return ['have', `at least ${counted(node.minProperties, 'property', 'properties')}`];
    case 'maxProperties':
      return ['have', `at most ${counted(node.maxProperties, 'property', 'properties')}`];
    default:
      return ['match', `${keyword} at ${node.pointer}`];
  }
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
