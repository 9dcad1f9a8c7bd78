import { isObject } from '#core/json/is-object.ts';
import { memberOf } from '#core/json/pointer.ts';
import type { ContractError } from '../contract-error.ts';
import { join, type Source } from '../source.ts';
import type { Direction } from '../types.ts';
import type { Builder, Scope } from './builder.ts';
import { addDiscriminator, isPolymorphicBase } from './discriminator.ts';
import { SCHEMAS } from './keyword-names.ts';
import { readKeywords, readPattern } from './keywords.ts';
import { emptyNode, type SchemaNode } from './node.ts';

export type BuildSchema = (raw: unknown, pointer: string) => SchemaNode;
/** Reads the schemas of a document for one direction; each schema is read once. */
export function createBuilder(source: Source, direction: Direction): BuildSchema {
  const known = new Map<string, SchemaNode>();
  const builder: Builder = { direction, source, build };

  function build(raw: unknown, pointer: string, scope: Scope, plain = false): SchemaNode {
    const inner = enter(scope, pointer);
    const place = inner.size > 0 || plain ? ` ${plain ? 1 : 0} ${[...inner].flat().join()}` : '';
    const key = pointer + place;
    const before = known.get(key);
    if (before) return before;
    const node = emptyNode(pointer, direction);
    known.set(key, node);
    if (typeof raw === 'boolean') node.always = raw;
    else if (isObject(raw)) fill(builder, node, raw, inner, plain);
    else throw invalid(source, node, 'expected a schema: an object, true or false.');
    return node;
  }

  /** The outermost schema that defines an anchor keeps it. */
  function enter(scope: Scope, pointer: string): Scope {
    const anchors = source.dynamicAnchors(pointer);
    if (anchors.length === 0) return scope;
    const fresh = anchors.filter(([name]) => !scope.has(name));
    return fresh.length > 0 ? new Map([...scope, ...fresh]) : scope;
  }

  return (raw, pointer) => build(raw, pointer, new Map());
}

function fill(
  builder: Builder,
  node: SchemaNode,
  raw: Record<string, unknown>,
  scope: Scope,
  plain: boolean,
): void {
  const { source } = builder;
  if (raw.$ref !== undefined && typeof raw.$ref !== 'string')
    throw invalid(source, node, '$ref must be a string.');
  readKeywords(node, raw, source);
  const child = (value: unknown, ...names: (string | number)[]) =>
    builder.build(value, join(node.pointer, ...names), scope);
  const list = (key: string): SchemaNode[] => {
    const value = raw[key];
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw invalid(source, node, `${key} must be a list of schemas.`);
    return value.map((schema, index) => child(schema, key, index));
  };
  const map = (key: string): [string, SchemaNode][] => {
    const value = raw[key];
    if (value === undefined) return [];
    if (!isObject(value)) throw invalid(source, node, `${key} must map names to schemas.`);
    return Object.entries(value).map(([name, schema]) => [name, child(schema, key, name)]);
  };

  for (const [name, schema] of map('properties')) {
    if (hides(builder, memberOf(raw.properties, name), schema.pointer)) node.hidden.add(name);
    else node.properties.set(name, schema);
  }
  node.required = node.required.filter((name) => !node.hidden.has(name));
  for (const [text, schema] of map('patternProperties')) {
    const wrong = `the key "${text}" in patternProperties must be a valid regular expression.`;
    const pattern = readPattern(text, () => invalid(source, node, wrong));
    node.patternProperties.push({ pattern, node: schema });
  }
  node.dependentSchemas = new Map(map('dependentSchemas'));
  node.prefixItems = list('prefixItems');
  node.allOf = list('allOf');
  node.anyOf = list('anyOf');
  node.oneOf = list('oneOf');
  if (raw.additionalProperties !== undefined)
    node.additional = child(raw.additionalProperties, 'additionalProperties');
  for (const key of SCHEMAS) if (raw[key] !== undefined) node[key] = child(raw[key], key);
  node.isHidden = hides(builder, raw, node.pointer);
  addReference(builder, node, raw, scope, plain);
  if (!plain) addDiscriminator(builder, node, raw, scope);
}

function addReference(
  builder: Builder,
  node: SchemaNode,
  raw: Record<string, unknown>,
  scope: Scope,
  plain: boolean,
): void {
  const { source } = builder;
  const dynamic = typeof raw.$dynamicRef === 'string' ? raw.$dynamicRef : undefined;
  const ref = typeof raw.$ref === 'string' ? raw.$ref : dynamic;
  if (ref === undefined) return;
  const anchored = ref === dynamic ? scope.get(ref.slice(ref.indexOf('#') + 1)) : undefined;
  const target =
    anchored === undefined
      ? source.resolve(ref, node.pointer)
      : { value: source.at(anchored), pointer: anchored };
  // A child that extends a base with a discriminator refers to the base only, not to all its children.
  const alone = plain || isPolymorphicBase(source, target, node.pointer);
  node.refName = `${target.pointer} ${alone ? 1 : 0} ${[...scope].flat().join()}`;
  node.ref = () => builder.build(target.value, target.pointer, scope, alone);
}

/** Whether the direction hides the value: its schema says so itself, through a reference or in `allOf`. */
function hides(builder: Builder, raw: unknown, pointer: string, depth = 0): boolean {
  if (!isObject(raw) || depth > 8) return false;
  if (raw[builder.direction === 'request' ? 'readOnly' : 'writeOnly'] === true) return true;
  if (typeof raw.$ref === 'string') {
    const target = builder.source.resolve(raw.$ref, pointer);
    if (hides(builder, target.value, target.pointer, depth + 1)) return true;
  }
  const parts = Array.isArray(raw.allOf) ? raw.allOf : [];
  return parts.some((part, index) =>
    hides(builder, part, join(pointer, 'allOf', index), depth + 1),
  );
}

function invalid(source: Source, node: SchemaNode, message: string): ContractError {
  return source.fail('invalid_schema', node.pointer, message);
}
