/** The rule for `links`: Redocly checks their form only, not whether they lead anywhere. */

interface Place {
  source: { absoluteRef: string };
  child(path: (string | number)[]): Place;
}
interface Context {
  report(problem: { message: string; location?: unknown }): void;
  location: Place;
  resolve(node: unknown, from?: string): { node?: unknown; location?: Place | undefined };
}
interface Operation {
  operationId?: string;
  parameters?: unknown[];
}
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
interface Parameter {
  name: string;
  in: string;
}
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
        enter(operation: Operation, context: Context, parents: { PathItem: PathItem }) {
          const id = operation.operationId;
          if (id !== undefined)
            operations.set(id, parametersOf(context, parents.PathItem, operation));
        },
        Response: {
          Link(
            link: Link,
            context: Context,
            parents: { PathItem: PathItem; Operation: Operation; Response: Response },
          ) {
            const { report, location } = context;
            const from = parametersOf(context, parents.PathItem, parents.Operation);
            found.push({ link, location, from });
            for (const [name, value] of Object.entries(link.parameters ?? {})) {
              const pointer = /^\$response\.body#(\/.*)$/.exec(String(value))?.[1];
              if (pointer === undefined || hasField(context, parents.Response, pointer)) continue;
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
          for (const { message, at } of problemsOf(one, operations))
            report({ message, location: one.location.child(at) });
      },
    },
  };
}

/** What is wrong with a link, apart from fields of the response. */
function problemsOf(
  { link: { operationId = '', parameters = {} }, from }: Found,
  operations: ReadonlyMap<string, readonly Parameter[]>,
): { message: string; at: string[] }[] {
  const target = operations.get(operationId);
  if (target === undefined)
    return [{ message: `There is no operation "${operationId}".`, at: ['operationId'] }];
  const missing = target
    .filter((one) => one.in === 'path' && !(one.name in parameters))
    .map(({ name }) => ({ message: `${operationId} needs ${name}.`, at: ['parameters'] }));
  const wrong = Object.entries(parameters).flatMap(([name, value]) => {
    const at = ['parameters', name];
    if (!target.some((one) => one.name === name))
      return [{ message: `${operationId} has no parameter ${name}.`, at }];
    const [, place, source] = /^\$request\.(path|query|header)\.(.+)$/.exec(String(value)) ?? [];
    if (from.some((one) => one.in === place && one.name === source)) return [];
    if (/^\$response\.body#\//.test(String(value))) return [];
    return [{ message: `${String(value)} is neither in the request nor in the response.`, at }];
  });
  return [...missing, ...wrong];
}

function parametersOf(
  { resolve }: Context,
  path: PathItem,
  operation: Operation,
): readonly Parameter[] {
  return [...(path.parameters ?? []), ...(operation.parameters ?? [])].flatMap((one) => {
    const { node } = resolve(one);
    return node ? [node as Parameter] : [];
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
