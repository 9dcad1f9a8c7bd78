import type { Direction } from '../types.ts';
import { type COUNTS, type NUMBERS, SCHEMA_LISTS, SCHEMAS } from './keyword-names.ts';

export const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type TypeName = (typeof TYPES)[number];

/** What a schema says about the meaning of a value, beyond which values it allows. */
export interface Meaning {
  default?: unknown;
  contentEncoding?: unknown;
  contentMediaType?: unknown;
  contentSchema?: unknown;
  deprecated?: boolean;
  /** `x-sunset` and `x-deprecated-since`, as written. */
  announced?: Record<string, unknown>;
  /** The known values of an extensible list: `x-extensible-enum: [a, b]`. */
  known?: unknown[];
}

type Bounds = { [K in (typeof NUMBERS)[number] | (typeof COUNTS)[number]]?: number };
type Nested = { [K in (typeof SCHEMAS)[number]]?: SchemaNode } & {
  [K in (typeof SCHEMA_LISTS)[number]]: SchemaNode[];
};

/**
 * A schema as the differ reads it, for one direction: keywords checked and typed, references as functions,
 * discriminators written out as branches. Properties that the direction hides (`readOnly` in requests, `writeOnly` in
 * responses) are listed separately.
 */
export interface SchemaNode extends Bounds, Nested {
  id: number;
  pointer: string;
  direction: Direction;
  /** The schemas `true` and `false`. */
  always?: boolean;
  types?: TypeName[];
  enum?: unknown[];
  /** The same as canonical JSON, for lookups. */
  enumTexts?: Set<string>;
  /** Readers must expect further values: `x-extensible-enum`. */
  extensible?: boolean;
  pattern?: Pattern;
  format?: string;
  uniqueItems?: boolean;
  required: string[];
  hidden: Set<string>;
  properties: Map<string, SchemaNode>;
  patternProperties: { pattern: Pattern; node: SchemaNode }[];
  additional?: SchemaNode;
  dependentRequired: Map<string, string[]>;
  dependentSchemas: Map<string, SchemaNode>;
  ref?: () => SchemaNode;
  /** Where `ref` leads; equal in both documents when the same schema is meant. */
  refName?: string;
  meaning: Meaning;
  /** Hidden in this direction by `readOnly` or `writeOnly`. */
  isHidden: boolean;
}

export interface Pattern {
  text: string;
  test(value: string): boolean;
}

let lastId = 0;

export function emptyNode(pointer: string, direction: Direction): SchemaNode {
  lastId += 1;
  return {
    id: lastId,
    pointer,
    direction,
    required: [],
    hidden: new Set(),
    properties: new Map(),
    patternProperties: [],
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    prefixItems: [],
    allOf: [],
    anyOf: [],
    oneOf: [],
    meaning: {},
    isHidden: false,
  };
}

/** The schemas directly below one, with the keyword that leads to each; references are not followed. */
export function childrenOf(node: SchemaNode): [keyword: string, child: SchemaNode][] {
  const found: [string, SchemaNode][] = [];
  for (const [name, child] of node.properties) found.push([`properties/${name}`, child]);
  for (const { pattern, node: child } of node.patternProperties)
    found.push([`patternProperties/${pattern.text}`, child]);
  for (const [name, child] of node.dependentSchemas)
    found.push([`dependentSchemas/${name}`, child]);
  for (const key of SCHEMA_LISTS)
    node[key].forEach((child, index) => {
      found.push([`${key}/${index}`, child]);
    });
  for (const key of ['additional', ...SCHEMAS] as const) {
    const child = node[key];
    if (child) found.push([key, child]);
  }
  return found;
}

/** Whether a schema has no keywords of its own except annotations and perhaps a reference. */
export function isBare(node: SchemaNode): boolean {
  for (const key in node)
    if (!NOT_RULES.has(key) && !isEmpty(node[key as keyof SchemaNode])) return false;
  return true;
}

const NOT_RULES = new Set([
  'extensible',
  'id',
  'pointer',
  'direction',
  'meaning',
  'isHidden',
  'ref',
  'refName',
]);

function isEmpty(value: unknown): boolean {
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
