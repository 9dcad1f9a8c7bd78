import { isObject } from '#core/json/is-object.ts';
import { reach } from '../../reach.ts';
import { kept } from '../kept.ts';
import { join, type Source } from '../source.ts';

/**
 * Most of a contract does not change from one version to the next. An item with identical text that refers only to
 * items with identical text need not be read at all. Where references mean more than a place (dynamic ones, ids), or
 * where something that all operations inherit changed, nothing counts as unchanged.
 */
export function findUnchanged(base: Source, next: Source): ReadonlySet<string> {
  const none = new Set<string>();
  if (!isPlain(base) || !isPlain(next) || inherited(base) !== inherited(next)) return none;
  const [before, after] = [ownersIn(base), ownersIn(next)];
  const owners = [...before.keys(), ...after.keys()];
  const changed = owners.filter((owner) => before.get(owner) !== after.get(owner));
  const users = new Map<string, Set<string>>();
  const usersOf = (owner: string) => kept(users, owner, () => new Set<string>());
  for (const source of [base, next])
    for (const { ref, pointer } of source.refs) {
      const [user, used] = [ownerOf(pointer), ownerOf(source.resolve(ref, pointer).pointer)];
      usersOf(used).add(user);
      // A base with a discriminator includes its children, which refer to it.
      if (/\/allOf\/\d+$/.test(pointer)) usersOf(user).add(used);
    }
  const dirty = reach(changed, (owner) => users.get(owner) ?? []);
  return new Set([...before.keys()].filter((owner) => !dirty.has(owner)));
}

function isPlain(source: Source): boolean {
  return source.refs.every(({ ref, isDynamic }) => /^#(\/|$)/.test(ref) && !isDynamic);
}

/** What operations inherit implicitly. */
function inherited({ root }: Source): string {
  if (!isObject(root)) return '';
  const { security, servers, components } = root;
  const schemes = isObject(components) ? components.securitySchemes : undefined;
  return JSON.stringify([security, servers, schemes]);
}

/** Every component, path item and webhook as text. */
function ownersIn({ root }: Source): Map<string, string> {
  const found = new Map<string, string>();
  const note = (map: unknown, ...at: string[]) => {
    for (const [name, value] of Object.entries(isObject(map) ? map : {}))
      found.set(join('', ...at, name), JSON.stringify(value));
  };
  if (!isObject(root)) return found;
  for (const key of ['paths', 'webhooks']) note(root[key], key);
  const kinds = isObject(root.components) ? root.components : {};
  for (const [kind, map] of Object.entries(kinds)) note(map, 'components', kind);
  return found;
}

function ownerOf(pointer: string): string {
  const length = pointer.startsWith('/components/') ? 4 : 3;
  return pointer.split('/', length).join('/');
}
