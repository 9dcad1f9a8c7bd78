import type { Direction, Level } from './types.ts';

/** Something for each direction, or the same for both. */
type ByDirection<T> = T | Readonly<Record<Direction, T>>;

/** Breaks the senders: callers in requests, the server in responses to its callbacks. */
const BREAKS_SENDERS = { request: 'breaking', response: 'info' } as const;
const BREAKS_READERS = { request: 'info', response: 'breaking' } as const;
const CONCERNS_SENDERS = { request: 'warning', response: 'info' } as const;

/**
 * The level and the sentence of each rule, except for rules about refused values (`schema/sentences.ts`). `{where}` is
 * the part of the operation, `%` the place in a value; the comparison gives values for the other names.
 */
const RULES = {
  'operation-added': ['info', 'the operation was added'],
  'operation-removed': ['breaking', 'the operation was removed'],
  'operation-removed-as-announced': ['info', 'the operation was removed, as announced'],
  'operation-deprecated': ['info', 'the operation is now deprecated'],
  'operation-id-changed': [
    'warning',
    'the operationId was {was}: generated clients will rename the operation',
  ],
  'stability-lowered': ['warning', 'the operation is now a draft and may break at any time'],
  'sunset-announced': ['info', 'the operation ends on {day}'],
  'sunset-moved-earlier': ['warning', 'the sunset was moved forward to {day}'],
  'sunset-too-soon': [
    'warning',
    'the sunset on {day} is sooner than the {grace} days required by the policy',
  ],

  'parameter-added': ['info', '{where} was added'],
  'required-parameter-added': ['breaking', '{where} was added and is required'],
  'parameter-moved': ['breaking', '{where} moved to {place}'],
  'parameter-removed': ['warning', '{where} was removed'],
  'parameter-removed-as-announced': ['info', '{where} was removed, as announced'],
  'parameter-became-required': [BREAKS_SENDERS, '{where} is now required'],
  'parameter-became-optional': [BREAKS_READERS, '{where} is now optional'],
  'parameter-deprecated': ['info', '{where} is now deprecated'],
  'empty-value-refused': ['breaking', '{where} can no longer be sent empty'],
  'reserved-refused': ['warning', '{where}: characters such as / and ? must now be escaped'],
  'parameter-serialisation-changed': ['breaking', '{where} is now serialised differently'],

  'body-added': ['info', 'a body is now accepted'],
  'required-body-added': ['breaking', 'a body is now required'],
  'body-removed': [
    'breaking',
    { request: 'the body is now ignored', response: 'no body is sent any more' },
  ],
  'body-became-required': [
    BREAKS_SENDERS,
    { request: 'the body is now required', response: 'the body is now always sent' },
  ],
  'body-became-optional': [
    BREAKS_READERS,
    { request: 'the body is now optional', response: 'the body may now be missing' },
  ],
  'media-type-added': ['info', '{owner}: {type} was added'],
  'media-type-widened': ['warning', '{owner}: may now be any {type}'],
  'media-type-narrowed': ['info', '{owner}: {type} was narrowed to {left}'],
  'media-type-removed': ['breaking', '{owner}: {type} was removed'],
  'encoding-changed': ['breaking', 'the {where} was {was} and is now {is}'],

  'response-status-added': ['info', '{where} was added'],
  'response-status-narrowed': [BREAKS_SENDERS, '{where} was narrowed to {left}'],
  'response-status-removed': ['breaking', '{where} was removed'],
  'error-status-removed': ['info', '{where} was removed'],
  'response-body-removed': ['breaking', '{where}: the body was removed'],
  'response-header-added': ['info', '{where} was added'],
  'response-header-removed': ['warning', '{where} was removed'],
  'response-header-became-optional': ['breaking', '{where} may now be missing'],
  'response-header-became-required': [BREAKS_SENDERS, '{where} is now always present'],
  'link-changed': ['warning', '{owner}: link {name} has another target'],
  'link-removed': ['warning', '{owner}: link {name} was removed'],

  'security-tightened': ['breaking', '{gone} is no longer sufficient; required: {now}'],
  'security-widened': ['info', '{now} is now sufficient'],
  'server-added': ['info', 'the server {where} was added'],
  'server-removed': ['breaking', 'the server {where} was removed'],
  'server-default-changed': [
    'warning',
    'callers that choose no server used {where} and now use {now}',
  ],
  'socket-added': ['info', 'it now opens a socket'],
  'socket-removed': ['breaking', 'it no longer opens a socket'],
  'version-not-raised': [
    'warning',
    'info.version was {was} and is now {is}, but the changes require a {bump} version.{help}',
  ],

  'field-added': ['info', '% was added'],
  'field-removed': [
    'warning',
    {
      request: '% was removed; the server now ignores it',
      response: '% was removed; responses no longer include it',
    },
  ],
  'field-removed-as-announced': ['info', '% was removed, as announced'],
  'hidden-field-removed': ['info', '% was removed'],
  'field-became-read-only': ['warning', '% became read-only: the server ignores it in requests'],
  'field-became-write-only': ['warning', '% became write-only: responses no longer include it'],
  'field-deprecated': ['info', '% is now deprecated'],
  'default-changed': [CONCERNS_SENDERS, 'the default of % was {was} and is now {is}'],
  'format-changed': ['warning', 'the {key} of % was {was} and is now {is}'],
  'content-encoding-changed': ['warning', 'the {key} of % was {was} and is now {is}'],
  'pattern-undecided': [
    'warning',
    'the pattern of % changed from {was} to {is}; the effect could not be determined',
  ],
  'extensible-value-added': ['info', '% may now be {values}, as announced by its extensible list'],
  'extensible-value-removed': [CONCERNS_SENDERS, '% is no longer listed as {values}'],
  'could-not-be-decided': ['warning', '% is composed of too many parts to determine what changed'],
} as const satisfies Record<string, readonly [ByDirection<Level>, ByDirection<string>]>;

export type RuleName = keyof typeof RULES;

/** Values for the names in a sentence. `level` and `text` replace the rule's own, where more than the direction matters. */
export interface Said {
  level?: Level;
  text?: string;
  [name: string]: unknown;
}

/** A rule as it applies to one direction. */
export function applied(
  rule: RuleName,
  direction: Direction,
  said: Said = {},
): { level: Level; rule: string; message: string } {
  const [levels, texts] = RULES[rule];
  const level = typeof levels === 'string' ? levels : levels[direction];
  const text = said.text ?? (typeof texts === 'string' ? texts : texts[direction]);
  const message = text.replace(/\{(\w+)\}/g, (_, name: string) => String(said[name]));
  return { level: said.level ?? level, rule, message };
}
