/**
 * The parts of our own API contract from which a task's contract is built. (The contract of a *task* is what one
 * revision promises its callers; *the* contract is the OpenAPI document of this API.)
 */
export interface ApiContract {
  paths: Readonly<Record<string, object>>;
  components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, object>>;
  };
}

export type Json = Record<string, unknown>;

/** An operation of the API contract, and where it is. */
export interface PlacedOperation {
  path: string;
  method: string;
  operation: Json & { operationId: string; parameters?: Json[]; responses: Record<string, Json> };
}

/** The operations with these ids, in this order. */
export function operationsOf(contract: ApiContract, ids: readonly string[]): PlacedOperation[] {
  const all = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return ids.map((id) => {
    const found = all.find(({ operation }) => (operation as Json).operationId === id);
    if (!found) throw new Error(`The contract has no operation ${id}`);
    return found as PlacedOperation;
  });
}

/** The components of one kind that a value references, directly or indirectly. */
export function reachable(
  value: unknown,
  schemas: Readonly<Record<string, unknown>>,
  kind = 'schemas',
): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      const name = key === '$ref' ? nameIn(inner, kind) : undefined;
      if (name === undefined) visit(inner);
      else if (!found.has(name)) {
        found.add(name);
        visit(schemas[name]);
      }
    }
  };
  visit(value);
  return found;
}

/** The last part of a reference to a component. */
export function nameIn(ref: unknown, kind = 'schemas'): string | undefined {
  const prefix = `#/components/${kind}/`;
  return typeof ref === 'string' && ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
}
