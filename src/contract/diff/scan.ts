import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import type { Fail } from './contract-error.ts';

/** Keys whose value maps names chosen by the author; such a name is never a keyword. */
const MAPS = new Set(
  'properties patternProperties $defs definitions dependentSchemas schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems paths webhooks content encoding variables'.split(
    ' ',
  ),
);
/** Keys whose value is data, where `$ref` has no meaning. */
const DATA = new Set(
  'default const enum example value mapping scopes dependentRequired'.split(' '),
);
const DEEPEST = 500;
const NODE_LIMIT = 2_000_000;

export type Scan = ReturnType<typeof scanDocument>;

/**
 * Walks a document once and collects its references, ids and anchors.
 * @throws ContractError when it is circular or too large
 */
export function scanDocument(root: unknown, fail: Fail) {
  const refs: { ref: string; pointer: string; isDynamic: boolean }[] = [];
  /** `resource#name` and `*#name` → pointer. */
  const anchors = new Map<string, string>();
  const dynamicAnchors = new Map<string, [name: string, pointer: string][]>();
  const ids = new Map<string, string>();
  const path = new Set<object>();
  let count = 0;
  /** Whether `readOnly` or `writeOnly` is used; otherwise both directions are the same. */
  let hidesFields = false;

  function walk(value: unknown, pointer: string, isMap: boolean, owner: Owner): void {
    if (typeof value !== 'object' || value === null) return;
    enter(value, pointer);
    let inner = owner;
    if (!isMap && isObject(value)) inner = note(value, pointer, owner);
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue;
      if (!isMap && (DATA.has(key) || (key.startsWith('x-') && key !== 'x-socket'))) continue;
      if (!isMap && key === 'examples' && Array.isArray(child)) continue;
      const at = `${pointer}/${escapePointer(key)}`;
      const childIsMap = !isMap && MAPS.has(key) && !Array.isArray(child);
      // Each schema component is a scope of its own for `$dynamicAnchor`, as authors intend.
      const component = isMap && pointer === '/components/schemas';
      walk(child, at, childIsMap, component ? { ...inner, scope: at } : inner);
    }
    path.delete(value);
  }

  function enter(value: object, pointer: string): void {
    count += 1;
    if (path.size > DEEPEST) {
      const help = 'Move inner schemas to components and refer to them.';
      throw fail('too_deep', pointer.slice(0, 200), `more than ${DEEPEST} levels deep. ${help}`);
    }
    if (count > NODE_LIMIT) {
      const help = 'Look for YAML aliases that multiply, or split the contract.';
      throw fail('too_large', pointer, `more than ${NODE_LIMIT} values. ${help}`);
    }
    if (path.has(value))
      throw fail('circular', pointer, 'the object contains itself. Use a $ref for recursion.');
    path.add(value);
  }

  function note(value: Record<string, unknown>, pointer: string, owner: Owner): Owner {
    let inner = owner;
    if (value.readOnly === true || value.writeOnly === true) hidesFields = true;
    if (typeof value.$id === 'string') {
      const id = absolute(value.$id, owner.base);
      ids.set(id, pointer).set(value.$id, pointer);
      inner = { base: id, resource: pointer, scope: pointer };
    }
    for (const key of ['$ref', '$dynamicRef']) {
      const ref = value[key];
      if (typeof ref === 'string') refs.push({ ref, pointer, isDynamic: key === '$dynamicRef' });
    }
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = value[key];
      if (typeof name !== 'string') continue;
      anchors.set(`${inner.resource}#${name}`, pointer);
      if (!anchors.has(`*#${name}`)) anchors.set(`*#${name}`, pointer);
      if (key === '$anchor') continue;
      const list = dynamicAnchors.get(inner.scope) ?? [];
      dynamicAnchors.set(inner.scope, [...list, [name, pointer]]);
    }
    return inner;
  }

  walk(root, '', false, { base: '', resource: '', scope: '' });
  const resources = [...new Set(ids.values())].sort((a, b) => b.length - a.length);
  const idFor = new Map([...ids].map(([id, pointer]) => [pointer, id]));
  /** The pointer of the nearest schema around `pointer` that has an `$id`, or of the document. */
  const resourceOf = (pointer: string) =>
    resources.find((r) => pointer === r || pointer.startsWith(`${r}/`)) ?? '';
  return {
    refs,
    hidesFields,
    anchors,
    dynamicAnchors,
    resourceOf,
    idOf: (uri: string, from: string) =>
      ids.get(uri) ?? ids.get(absolute(uri, idFor.get(from) ?? '')),
  };
}

interface Owner {
  base: string;
  resource: string;
  scope: string;
}

function absolute(uri: string, base: string): string {
  try {
    return new URL(uri, base || 'contract:/').href;
  } catch {
    return uri;
  }
}
