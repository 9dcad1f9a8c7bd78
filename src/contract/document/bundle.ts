import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#core/json/is-object.ts';
import { pointerParts } from '#core/json/pointer.ts';
import { join } from '../diff/source.ts';
import { type Loaded, refOf, type Spot } from './load.ts';
import { visitReferences } from './references.ts';

type Json = Record<string, unknown>;

export interface Bundle {
  document: unknown;
  /** Finds the place in the source files for a pointer into the bundle, or the nearest place around it. */
  spotOf(pointer: string): Spot;
}

/** The section of `components` for a referenced object, by the key that contains the reference. */
const KINDS: Record<string, string> = {
  parameters: 'parameters',
  responses: 'responses',
  requestBody: 'requestBodies',
  headers: 'headers',
  examples: 'examples',
  links: 'links',
  callbacks: 'callbacks',
  securitySchemes: 'securitySchemes',
};
const PATH_ITEMS = new Set(['paths', 'webhooks']);

/**
 * Bundles several files into one document. A component that the root names keeps that name; path items are inlined;
 * everything else gets a generated name.
 */
export function bundleFiles(loaded: Loaded): Bundle {
  const { root } = loaded;
  const source = loaded.at({ file: root, path: [] });
  if (loaded.files.size === 1 || !isObject(source))
    return {
      document: source,
      spotOf: (pointer) => nearest(loaded, { file: root, path: [] }, pointerParts(pointer)),
    };

  /** Maps a place in the source files to its pointer in the bundle. */
  const homes = new Map<string, string[]>();
  const hoisted = new Map<string, Spot>();
  const taken = new Set<string>();

  for (const kind of membersAt({ file: root, path: ['components'] })) {
    for (const member of membersAt(kind.spot)) {
      const home = ['components', kind.name, member.name];
      taken.add(`${kind.name}/${member.name}`);
      const ref = refOf(loaded.at(member.spot));
      for (const spot of [
        member.spot,
        ref === undefined ? undefined : loaded.follow(ref, member.spot),
      ])
        if (spot && spot.file !== root && !homes.has(keyOf(spot))) homes.set(keyOf(spot), home);
    }
  }

  const document = copy({ file: root, path: [] }, []) as Json;
  for (const [home, spot] of hoisted) {
    const [kind = '', name = ''] = home.split('/');
    const parts = { ...(document.components as Json | undefined) };
    parts[kind] = {
      ...(parts[kind] as Json | undefined),
      [name]: copy(spot, ['components', kind, name]),
    };
    document.components = parts;
  }
  return { document, spotOf };

  function membersAt(spot: Spot): { name: string; spot: Spot }[] {
    const ref = refOf(loaded.at(spot));
    const { file, path } = ref === undefined ? spot : loaded.follow(ref, spot);
    const value = loaded.at({ file, path });
    const names = isObject(value) ? Object.keys(value) : [];
    return names.map((name) => ({ name, spot: { file, path: [...path, name] } }));
  }

  /** Copies a value into the bundle and rewrites the references in it to point into the bundle. */
  function copy(spot: Spot, home: readonly string[]): unknown {
    const clone = structuredClone(loaded.at(spot));
    const found: { holder: Json; path: string[] }[] = [];
    visitReferences(clone, {
      reference: (holder, path, base) => {
        if (!loaded.isName(String(holder.$ref), base)) found.push({ holder, path });
      },
    });
    for (const { holder, path } of found)
      place(holder, { file: spot.file, path: [...spot.path, ...path] }, [...home, ...path]);
    rewriteMappings(clone, spot);
    return clone;
  }

  function place(holder: Json, at: Spot, path: string[]): void {
    const ref = String(holder.$ref);
    const target = loaded.follow(ref, at);
    if (isInlined(path, target)) {
      const { $ref: _, ...siblings } = holder;
      delete holder.$ref;
      Object.assign(holder, copy(target, path), siblings);
      return;
    }
    holder.$ref = pointerOf(homeOf(ref, at, target, path));
  }

  /** Inlines whole maps, path items and components of the root; leaves a reference to everything else. */
  function isInlined(path: readonly string[], target: Spot): boolean {
    if (target.file === root) return false;
    const [first = '', second] = path;
    const isItem = PATH_ITEMS.has(first) || second === 'pathItems';
    if (first === 'components' && !isItem && path.length === 3)
      return isDeepStrictEqual(homes.get(keyOf(target)), path);
    if (first === 'components') return path.length <= (isItem ? 3 : 2);
    return isItem && path.length <= 2;
  }

  function homeOf(ref: string, at: Spot, target: Spot, path: string[]): string[] {
    // References into the root keep their text: the document keeps the root's names.
    const direct = directly(ref, at);
    if (direct) return direct;
    if (target.file === root) return target.path;
    for (let depth = target.path.length; depth >= 0; depth -= 1) {
      const home = homes.get(keyOf({ file: target.file, path: target.path.slice(0, depth) }));
      if (home) return [...home, ...target.path.slice(depth)];
    }
    const kind = kindOf(path);
    const base = (target.path.at(-1) ?? target.file.split('/').at(-1) ?? '')
      .replace(/\.\w+$/, '')
      .replace(/[^\w.-]/g, '_');
    let name = base || 'part';
    for (let n = 2; taken.has(`${kind}/${name}`); n += 1) name = `${base}-${n}`;
    taken.add(`${kind}/${name}`);
    const home = ['components', kind, name];
    homes.set(keyOf(target), home);
    hoisted.set(`${kind}/${name}`, target);
    return home;
  }

  function directly(ref: string, at: Spot): string[] | undefined {
    const [name = '', fragment = ''] = ref.split('#');
    const isRoot = name === '' ? at.file === root : resolvesTo(name, at.file) === root;
    return isRoot && fragment.startsWith('/')
      ? pointerParts(decodeURIComponent(fragment))
      : undefined;
  }

  /** Discriminators name schemas in plain strings. */
  function rewriteMappings(node: unknown, spot: Spot): void {
    if (typeof node !== 'object' || node === null) return;
    const mapping = (node as { discriminator?: { mapping?: unknown } }).discriminator?.mapping;
    for (const [key, value] of Object.entries(isObject(mapping) ? mapping : {})) {
      if (typeof value !== 'string' || !/[#/]|\.(ya?ml|json)$/.test(value)) continue;
      if (loaded.isName(value, undefined)) continue;
      const target = loaded.follow(value, spot);
      // A file that is referenced nowhere else needs only a name.
      if (loaded.at(target) !== undefined)
        (mapping as Json)[key] = pointerOf(homeOf(value, spot, target, []));
    }
    for (const child of Object.values(node)) rewriteMappings(child, spot);
  }

  function spotOf(pointer: string): Spot {
    const path = pointerParts(pointer);
    const target = path[0] === 'components' ? hoisted.get(`${path[1]}/${path[2]}`) : undefined;
    return target
      ? nearest(loaded, target, path.slice(3))
      : nearest(loaded, { file: root, path: [] }, path);
  }
}

/** Walks from a place along names and references, as far as they exist. */
function nearest(loaded: Loaded, from: Spot, names: readonly string[]): Spot {
  let spot = from;
  for (const name of names) {
    const ref = refOf(loaded.at(spot));
    const here = ref === undefined ? spot : loaded.follow(ref, spot);
    const next = { file: here.file, path: [...here.path, name] };
    if (loaded.at(next) === undefined) return spot;
    spot = next;
  }
  const ref = refOf(loaded.at(spot));
  // Where the components named in the root are actually defined.
  return ref !== undefined && spot.path[0] === 'components' ? loaded.follow(ref, spot) : spot;
}

function kindOf(path: readonly string[]): string {
  const own = path.toReversed().find((name) => !/^\d+$/.test(name));
  return KINDS[path.at(-2) ?? ''] ?? KINDS[own ?? ''] ?? 'schemas';
}

function resolvesTo(name: string, from: string): string {
  return posix.join(posix.dirname(from), decodeURIComponent(name));
}

function pointerOf(path: readonly string[]): string {
  return `#${join('', ...path)}`;
}

function keyOf({ file, path }: Spot): string {
  return JSON.stringify([file, ...path]);
}
