import { isObject } from '#core/json/is-object.ts';
import { join, type Located, type Source } from '../source.ts';
import { canonical } from '../types.ts';
import type { Builder } from './builder.ts';
import { emptyNode, type SchemaNode } from './node.ts';

interface Branch {
  pointer: string;
  node: SchemaNode;
  tags: string[];
}

/**
 * A discriminator selects the branch by a property. Written out, each branch is its schema plus the names that select
 * it; plain JSON Schema would not notice a changed name in `mapping`.
 */
export function addDiscriminator(
  builder: Builder,
  node: SchemaNode,
  raw: Record<string, unknown>,
  scope: ReadonlyMap<string, string>,
): void {
  const { discriminator } = raw;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return;
  const property = discriminator.propertyName;
  const key = Array.isArray(raw.oneOf) ? 'oneOf' : 'anyOf';
  const listed = Array.isArray(raw[key]) ? (raw[key] as unknown[]) : undefined;
  const places = listed
    ? listed.map((value, index) => builder.source.follow(value, join(node.pointer, key, index)))
    : childrenOfBase(builder.source, node.pointer);
  const mapping = readMapping(builder.source, discriminator.mapping, node.pointer);
  const branches: Branch[] = places.map((place, index) => ({
    pointer: place.pointer,
    node:
      node[key][index] && listed
        ? (node[key][index] as SchemaNode)
        : builder.build(place.value, place.pointer, scope),
    tags: tagsOf(builder.source, place, property, mapping),
  }));
  if (branches.length === 0 || branches.some((branch) => branch.tags.length === 0)) return;
  node[key] = [];
  node.anyOf = branches.map((branch) => {
    const choice = emptyNode(branch.node.pointer, builder.direction);
    const tag = emptyNode(join(node.pointer, 'discriminator'), builder.direction);
    tag.enum = branch.tags;
    tag.enumTexts = new Set(branch.tags.map(canonical));
    choice.allOf = [branch.node];
    choice.properties.set(property, tag);
    choice.required = [property];
    return choice;
  });
}

/** Whether a reference inside a child (`allOf`) leads to the base that it extends. */
export function isPolymorphicBase(source: Source, target: Located, from: string): boolean {
  if (!isObject(target.value) || !isObject(target.value.discriminator)) return false;
  if (target.value.oneOf || target.value.anyOf) return false;
  return childrenOfBase(source, target.pointer).some(
    (child) => from === child.pointer || from.startsWith(`${child.pointer}/allOf/`),
  );
}

function childrenOfBase(source: Source, base: string): Located[] {
  const schemas = source.at('/components/schemas');
  if (!isObject(schemas)) return [];
  return Object.entries(schemas).flatMap(([name, value]) => {
    const pointer = join('/components/schemas', name);
    const parts = isObject(value) && Array.isArray(value.allOf) ? value.allOf : [];
    const extending = parts.some(
      (part) =>
        isObject(part) &&
        typeof part.$ref === 'string' &&
        source.resolve(part.$ref, pointer).pointer === base,
    );
    return extending ? [{ value, pointer }] : [];
  });
}

function readMapping(source: Source, mapping: unknown, pointer: string): [string, string][] {
  if (!isObject(mapping)) return [];
  return Object.entries(mapping).flatMap(([tag, to]) => {
    if (typeof to !== 'string') return [];
    const named = join('/components/schemas', to);
    if (source.at(named) !== undefined) return [[tag, named]];
    return [[tag, source.resolve(to, pointer).pointer]];
  });
}

/** The names that select a branch: those in the mapping, otherwise its own constants, otherwise its schema's name. */
function tagsOf(
  source: Source,
  place: Located,
  property: string,
  mapping: [string, string][],
): string[] {
  const mapped = mapping.filter(([, pointer]) => pointer === place.pointer).map(([tag]) => tag);
  if (mapped.length > 0) return mapped;
  const own = constantsOf(source, place, property);
  if (own.length > 0) return own;
  const name = place.pointer.match(/^\/components\/schemas\/([^/]+)$/)?.[1];
  return name ? [name] : [];
}

function constantsOf(source: Source, place: Located, property: string, depth = 0): string[] {
  const { value, pointer } = place;
  if (!isObject(value) || depth > 8) return [];
  const properties = isObject(value.properties) ? value.properties : {};
  const schema = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (isObject(schema)) {
    if (typeof schema.const === 'string') return [schema.const];
    if (Array.isArray(schema.enum)) return schema.enum.filter((v) => typeof v === 'string');
  }
  const parts = Array.isArray(value.allOf) ? value.allOf : [];
  for (const [index, part] of parts.entries()) {
    const inner = source.follow(part, join(pointer, 'allOf', index));
    const found = constantsOf(source, inner, property, depth + 1);
    if (found.length > 0) return found;
  }
  return [];
}
