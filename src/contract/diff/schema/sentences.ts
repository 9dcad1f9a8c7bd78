import type { Direction } from '../types.ts';
import type { Refusal } from './evaluate.ts';

/** What a refusal means, in words: what a value must now be, or what readers may now meet. */
export function sentenceOf(
  refusal: Refusal,
  direction: Direction,
  level: 'breaking' | 'info',
): string {
  const rule = ruleOf(refusal);
  if (level === 'breaking')
    return direction === 'request' ? `% must now ${rule}` : `% need no longer ${rule}`;
  return direction === 'request' ? `% need no longer ${rule}` : `% will now always ${rule}`;
}

function ruleOf({ keyword, node }: Refusal): string {
  switch (keyword) {
    case 'type':
      return `be ${node.types?.join(' or ')}`;
    case 'enum':
      return `be ${short((node.enum ?? []).map((value) => JSON.stringify(value)).join(', '))}`;
    case 'minimum':
      return `be ${node.minimum} or more`;
    case 'maximum':
      return `be ${node.maximum} or less`;
    case 'exclusiveMinimum':
      return `be more than ${node.exclusiveMinimum}`;
    case 'exclusiveMaximum':
      return `be less than ${node.exclusiveMaximum}`;
    case 'multipleOf':
      return `be a multiple of ${node.multipleOf}`;
    case 'minLength':
      return `have ${node.minLength} characters or more`;
    case 'maxLength':
      return `have ${node.maxLength} characters or less`;
    case 'pattern':
      return `match ${short(node.pattern?.text ?? '')}`;
    case 'format':
      return `have the format ${node.format}`;
    case 'required':
    case 'dependentRequired':
      return 'be there';
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false':
      return 'be absent';
    case 'minItems':
      return `have ${node.minItems} items or more`;
    case 'maxItems':
      return `have ${node.maxItems} items or less`;
    case 'uniqueItems':
      return 'have no two equal items';
    case 'minProperties':
      return `have ${node.minProperties} properties or more`;
    case 'maxProperties':
      return `have ${node.maxProperties} properties or less`;
    default:
      return `keep ${keyword} at ${node.pointer}`;
  }
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
