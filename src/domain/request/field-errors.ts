import type { ErrorObject } from 'ajv';
import { escapePointer } from '#core/json/pointer.ts';
import { ERRORS_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { FieldError } from '#generated/model/index.ts';
import type { Shape } from './contract.ts';
import type { Part } from './validation.ts';

/** The pointer prefix for each part of a request. */
const PLACES: Readonly<Record<Part, string>> = {
  body: '',
  params: '/path',
  query: '/query',
  headers: '/header',
};

/**
 * Converts Ajv's errors to the contract's format: one per field, with a pointer and a message.
 */
export function toFieldErrors(
  errors: readonly ErrorObject[],
  part: Part,
  shape?: Shape,
): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    // A union's own error says less than the errors of its variants, and Ajv reports all of them.
    if (error.keyword === 'oneOf' || error.keyword === 'anyOf') continue;
    const pointer = PLACES[part] + spelled(pointerOf(error), part, shape);
    if (!found.has(pointer)) found.set(pointer, { pointer, message: messageOf(error) });
    if (found.size === ERRORS_MAX) break;
  }
  const [first] = errors;
  if (found.size === 0 && first) {
    const pointer = PLACES[part] + first.instancePath;
    found.set(pointer, { pointer, message: messageOf(first) });
  }
  return [...found.values()];
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const extra: unknown =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties'
        ? params.additionalProperty
        : keyword === 'unevaluatedProperties'
          ? params.unevaluatedProperty
          : keyword === 'discriminator'
            ? params.tag
            : undefined;
  return typeof extra === 'string' ? `${instancePath}/${escapePointer(extra)}` : instancePath;
}

/** Headers arrive in lower case. Errors show them as spelled in the contract. */
function spelled(pointer: string, part: Part, shape: Shape | undefined): string {
  if (part !== 'headers') return pointer;
  const name = pointer.slice(1);
  return `/${shape?.headers.get(name.toLowerCase()) ?? name}`;
}

/** What some patterns of the contract mean. */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'Must not be blank',
  '^[Hh][Tt][Tt][Pp][Ss]?://': VALIDATION.urlNeeded,
};

function messageOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'Is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'Unknown field';
    case 'enum':
      return `Must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}`;
    case 'pattern':
      return PATTERNS[params.pattern] ?? `Must match ${params.pattern}`;
    case 'format':
      return params.format === 'uri' ? VALIDATION.urlNeeded : `Must be a valid ${params.format}`;
    case 'minLength':
      return params.limit === 1
        ? 'Must not be empty'
        : `Must have at least ${params.limit} characters`;
    case 'maxLength':
      return `Must have at most ${params.limit} characters`;
    case 'discriminator':
      return params.error === 'tag' ? 'Is required' : 'Unknown type';
    case 'type':
      return `Must be ${[params.type].flat().join(' or ')}`;
    default:
      return message ? message[0]?.toUpperCase() + message.slice(1) : 'Is invalid';
  }
}
