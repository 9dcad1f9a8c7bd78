import type { Context, Operation, Parameter, Place, Wrong } from './context.ts';

/** The rule for `links`: Redocly checks their form only, not whether they lead anywhere. */

interface Response {
  content?: Record<string, { schema?: unknown }>;
}
interface Link {
  operationId?: string;
  parameters?: Record<string, unknown>;
}
interface PathItem {
  parameters?: unknown[];
}
type Parents = { PathItem: PathItem; Operation: Operation; Response: Response };

interface Schema {
  properties?: Record<string, unknown>;
  items?: unknown;
  allOf?: unknown[];
  oneOf?: unknown[];
  anyOf?: unknown[];
}

/** A link, with the parameters of the operation that it starts from. */
interface Found {
  link: Link;
  location: Place;
  from: readonly Parameter[];
}

/**
 * A link must name an operation, pass it parameters that it has, all of those in its path among them, and take them from
 * where they are: the request's own parameters, or a field that the response's schema has.
 */
export function links() {
  const operations = new Map<string, readonly Parameter[]>();
  const found: Found[] = [];
  return {
    PathItem: {
      Operation: {
        enter(operation: Operation, context: Context, { PathItem }: Parents) {
          const id = operation.operationId;
          if (id !== undefined) operations.set(id, parametersOf(context, PathItem, operation));
        },
        Response: {
          Link(link: Link, context: Context, { PathItem, Operation, Response }: Parents) {
            const { report, location } = context;
            found.push({ link, location, from: parametersOf(context, PathItem, Operation) });
            for (const [name, value] of Object.entries(link.parameters ?? {})) {
              const pointer = /^\$response\.body#(\/.*)$/.exec(String(value))?.[1];
              if (pointer === undefined || hasField(context, Response, pointer)) continue;
              const message = `The response has no field ${pointer}.`;
              report({ message, location: location.child(['parameters', name]) });
            }
          },
        },
      },
    },
    Root: {
      leave(_root: unknown, { report }: Context) {
        for (const one of found)
          for (const [message, ...at] of problemsOf(one, operations))
            report({ message, location: one.location.child(at) });
      },
    },
  };
}

/** What is wrong with a link, apart from fields of the response. */
function* problemsOf(
  { link: { operationId = '', parameters = {} }, from }: Found,
  operations: ReadonlyMap<string, readonly Parameter[]>,
): Iterable<Wrong> {
  const target = operations.get(operationId);
  if (target === undefined) return yield [`There is no operation "${operationId}".`, 'operationId'];
  for (const { name, in: place } of target)
    if (place === 'path' && !(name in parameters))
      yield [`${operationId} needs ${name}.`, 'parameters'];
  for (const [name, value] of Object.entries(parameters)) {
    const text = String(value);
    const [, place, source] = /^\$request\.(path|query|header)\.(.+)$/.exec(text) ?? [];
    const isKnown =
      from.some((one) => one.in === place && one.name === source) ||
      /^\$response\.body#\//.test(text);
    if (!target.some((one) => one.name === name))
      yield [`${operationId} has no parameter ${name}.`, 'parameters', name];
    else if (!isKnown)
      yield [`${text} is neither in the request nor in the response.`, 'parameters', name];
  }
}

function parametersOf({ resolve }: Context, path: PathItem, operation: Operation): Parameter[] {
  return [...(path.parameters ?? []), ...(operation.parameters ?? [])].flatMap((one) => {
    const { node } = resolve(one);
    return node ? [node as unknown as Parameter] : [];
  });
}

function hasField({ resolve }: Context, { content }: Response, pointer: string): boolean {
  const fields = pointer.slice(1).split('/');
  const has = (given: unknown, from: string | undefined, rest: readonly string[]): boolean => {
    const { node, location } = resolve(given, from);
    const schema = node as Schema | undefined;
    const [field, ...deeper] = rest;
    if (schema === undefined) return false;
    if (field === undefined) return true;
    const base = location?.source.absoluteRef ?? from;
    const { properties, items, allOf = [], oneOf = [], anyOf = [] } = schema;
    const next = properties?.[field] ?? (/^\d+$/.test(field) ? items : undefined);
    if (next !== undefined) return has(next, base, deeper);
    return [...allOf, ...oneOf, ...anyOf].some((part) => has(part, base, rest));
  };
  return Object.values(content ?? {}).some(({ schema }) => has(schema, undefined, fields));
}
