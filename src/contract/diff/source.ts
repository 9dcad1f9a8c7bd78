import { isObject } from '#core/json/is-object.ts';
import { escapePointer, memberOf, unescapePointer } from '#core/json/pointer.ts';
import { ContractError, type Fail, type Side } from './contract-error.ts';
import { type Scan, scanDocument } from './scan.ts';

export interface Located {
  value: unknown;
  pointer: string;
}

/** One of the two documents; everything in it is found by JSON pointer. */
export interface Source {
  side: Side;
  root: Record<string, unknown> | boolean;
  /**
   * Where a `$ref` at `from` leads.
   * @throws ContractError when the target does not exist
   */
  resolve(ref: string, from: string): Located;
  /** A value in the document, or where its `$ref` leads. */
  follow(value: unknown, pointer: string): Located;
  /** The `$dynamicAnchor`s in the resource at this pointer: its own and those in its `$defs`. */
  dynamicAnchors(pointer: string): [name: string, pointer: string][];
  at(pointer: string): unknown;
  /** Every reference in it. */
  refs: Scan['refs'];
  /** Whether requests and responses have different fields. */
  hidesFields: boolean;
  /** An error at a place of this document. */
  fail: Fail;
}

/**
 * Opens a document and follows each of its references once, so that a broken one is an error even where nothing
 * changed.
 */
export function openSource(root: unknown, side: Side): Source {
  const fail: Fail = (code, pointer, message) => new ContractError(code, side, pointer, message);
  if (!isObject(root) && typeof root !== 'boolean') {
    const help = 'Parse the file first, and check that it is not empty.';
    throw fail('not_an_object', '', `expected an object. ${help}`);
  }
  const scan = scanDocument(root, fail);
  const resolved = new Map<string, Located>();

  const source: Source = {
    side,
    root,
    hidesFields: scan.hidesFields,
    refs: scan.refs,
    fail,
    resolve(ref, from) {
      const resource = scan.resourceOf(from);
      const key = `${resource} ${ref}`;
      const known = resolved.get(key);
      if (known) return known;
      const within = findWithin(ref, from);
      if (within) return within;
      const found = find(ref, resource);
      if (!found) {
        const help = /^#|^$/.test(ref)
          ? 'Correct the reference, or add its target.'
          : 'It points outside the document: bundle the contract first (`redocly bundle`).';
        throw fail('unresolvable_ref', from, `$ref "${ref}" not found. ${help}`);
      }
      resolved.set(key, found);
      return found;
    },
    follow: (value, pointer) =>
      isObject(value) && typeof value.$ref === 'string'
        ? source.resolve(value.$ref, pointer)
        : { value, pointer },
    dynamicAnchors: (pointer) => scan.dynamicAnchors.get(pointer) ?? [],
    at: (pointer) => lookUp(root, pointer),
  };

  function find(ref: string, resource: string): Located | undefined {
    const [uri = '', fragment = ''] = ref.split('#');
    const owner = uri === '' ? resource : scan.idOf(uri, resource);
    if (owner === undefined) return undefined;
    if (fragment === '') return located(owner);
    if (!fragment.startsWith('/')) {
      const anchor = scan.anchors.get(`${owner}#${fragment}`) ?? scan.anchors.get(`*#${fragment}`);
      return anchor === undefined ? undefined : located(anchor);
    }
    const path = decode(fragment);
    // Bundlers leave `#/components/…` in schemas that have an `$id` of their own.
    return located(owner + path) ?? (uri === '' ? located(path) : undefined);
  }

  /**
   * `#` is the whole document. But in a schema of an OpenAPI document, `#` or `#/$defs/x` means the schema if there is
   * no such thing at the top of the document.
   */
  function findWithin(ref: string, from: string): Located | undefined {
    const isLocal = ref === '#' || /^#\/(\$defs|definitions)\//.test(ref);
    if (!isLocal || !isObject(root) || root.openapi === undefined || scan.resourceOf(from) !== '')
      return undefined;
    const [start] = /^.*?\/(?:schema|components\/schemas\/[^/]+)(?=\/|$)/.exec(from) ?? [];
    return start === undefined ? undefined : located(start + decode(ref.slice(1)));
  }

  function located(pointer: string): Located | undefined {
    const value = lookUp(root, pointer);
    return value === undefined ? undefined : { value, pointer };
  }

  for (const { ref, pointer } of scan.refs) follow(ref, pointer);

  /** A reference that only leads to itself has no meaning, so it cannot be compared. */
  function follow(first: string, from: string): void {
    const seen = new Set<string>();
    let found = source.resolve(first, from);
    while (isObject(found.value) && typeof found.value.$ref === 'string') {
      if (seen.has(found.pointer))
        throw fail('circular', from, `$ref "${first}" only leads to itself.`);
      seen.add(found.pointer);
      found = source.resolve(found.value.$ref, found.pointer);
    }
  }

  return source;
}

export function join(pointer: string, ...names: (string | number)[]): string {
  return names.reduce<string>((at, name) => `${at}/${escapePointer(String(name))}`, pointer);
}

function lookUp(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  return pointer.slice(1).split('/').map(unescapePointer).reduce(memberOf, root);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
