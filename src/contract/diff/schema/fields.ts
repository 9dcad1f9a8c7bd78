import { spend } from '../budget.ts';
import { kept } from '../kept.ts';
import { canonical } from '../types.ts';
import { inPlace } from '../values/atoms.ts';
import { isAnything } from '../values/names.ts';
import { isCheckedFormat } from './formats.ts';
import type { Pattern, SchemaNode } from './node.ts';

/** A named place in the values of a schema, with what its schema says beyond which values are allowed. */
export interface Field {
  path: string[];
  pointer: string;
  /** Whether it has a name of its own, unlike a list item or an additional property of a map. */
  isNamed: boolean;
  isHidden: boolean;
  nodes: SchemaNode[];
  /** Whether anything is allowed here. */
  isAnything: boolean;
  /** The names that it covers. */
  pattern?: Pattern;
  deprecated: boolean;
  announced?: Record<string, unknown>;
  defaults: Set<string>;
  /** The known values of an extensible list. */
  known: Set<string>;
  patterns: Set<string>;
  /** Unchecked formats, encodings and media types of content. */
  meanings: Map<string, Set<string>>;
}

const DEEPEST = 10;
const MOST = 5000;

/** The fields of values by path, however their schemas are composed or shared. */
export function fieldsOf(schemas: readonly SchemaNode[], deepest = DEEPEST): Map<string, Field> {
  const fields = new Map<string, Field>();

  function visit(
    node: SchemaNode,
    path: string[],
    above: ReadonlySet<number>,
    isNamed = false,
  ): void {
    if (above.has(node.id) || fields.size > MOST || path.length > deepest) return;
    spend();
    const inner = new Set(above).add(node.id);
    note(node, path, isNamed);
    for (const part of inPlace(node))
      if (part !== node.not && part !== node.if) visit(part, path, inner, isNamed);
    if (node.not?.not) visit(node.not.not, path, inner, isNamed);
    for (const [name, child] of node.properties) visit(child, [...path, name], inner, true);
    for (const name of node.hidden) hide(node, [...path, name]);
    for (const [index, child] of node.prefixItems.entries())
      visit(child, [...path, String(index)], inner);
    for (const child of [node.items, node.unevaluatedItems])
      if (child) visit(child, [...path, '[]'], inner);
    for (const child of [node.additional, node.unevaluatedProperties])
      if (child && child.always === undefined) visit(child, [...path, '{}'], inner);
    for (const { pattern, node: child } of node.patternProperties) {
      const inside = [...path, `/${pattern.text}/`];
      visit(child, inside, inner);
      at(inside, child.pointer).pattern = pattern;
    }
  }

  function at(path: string[], pointer: string): Field {
    return kept(fields, path.join('\n'), () => ({
      path,
      pointer,
      isNamed: false,
      isHidden: false,
      nodes: [],
      isAnything: true,
      deprecated: false,
      defaults: new Set(),
      known: new Set(),
      patterns: new Set(),
      meanings: new Map(),
    }));
  }

  function note(node: SchemaNode, path: string[], isNamed: boolean): void {
    if (node.always === false) return;
    const field = at(path, node.pointer);
    field.nodes.push(node);
    if (isNamed) field.isNamed = true;
    if (!isAnything(node)) field.isAnything = false;
    if (node.meaning.deprecated) field.deprecated = true;
    if (node.meaning.announced) field.announced = node.meaning.announced;
    if (node.meaning.default !== undefined) field.defaults.add(canonical(node.meaning.default));
    for (const value of node.meaning.known ?? []) field.known.add(canonical(value));
    if (node.pattern) field.patterns.add(node.pattern.text);
    const { format } = node;
    if (format && !isCheckedFormat(format)) mean(field, 'format', format);
    for (const key of ['contentEncoding', 'contentMediaType', 'contentSchema'] as const)
      if (node.meaning[key] !== undefined) mean(field, key, canonical(node.meaning[key]));
  }

  function hide(node: SchemaNode, path: string[]): void {
    Object.assign(at(path, node.pointer), { isNamed: true, isHidden: true });
  }

  for (const node of schemas) visit(node, [], new Set());
  return fields;
}

function mean(field: Field, key: string, value: string): void {
  kept(field.meanings, key, () => new Set<string>()).add(value);
}
