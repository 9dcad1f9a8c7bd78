/** A request's parameters, with nested ones: `items[0][price]=x` is `{ items: [{ price: 'x' }] }`. */
export type Params = { [name: string]: string | Params | (string | Params)[] | undefined };

type Node = string | Tree;
interface Tree {
  [key: string]: Node;
}

/** Parses Stripe's form encoding. */
export function parseForm(text: string): Params {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/\[|\]\[|\]/).filter((key, at) => key !== '' || at === 0);
    const last = keys.pop() ?? '';
    let place = root;
    for (const key of keys) {
      const inner = place[key] ?? {};
      place[key] = inner;
      if (typeof inner === 'string') throw new Error(`${name} is both a text and an object`);
      place = inner;
    }
    place[last] = value;
  }
  return toLists(root) as Params;
}

/** Objects whose keys count from zero are lists. */
function toLists(node: Node): unknown {
  if (typeof node === 'string') return node;
  const entries = Object.entries(node).map(([key, inner]) => [key, toLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function textOf(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

export function objectOf(params: Params, name: string): Params {
  const value = params[name];
  return value !== undefined && typeof value !== 'string' && !Array.isArray(value) ? value : {};
}

export function listOf(params: Params, name: string): Params[] {
  const value = params[name];
  return Array.isArray(value) ? value.filter((one) => typeof one !== 'string') : [];
}
