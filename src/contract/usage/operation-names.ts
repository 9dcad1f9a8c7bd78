import { writtenOperations } from '../walk.ts';

/** An operation of the contract, as generated code names it. */
export interface NamedOperation {
  id: string;
  /** `GET` */
  method: string;
  path: string;
}

/** The operations of a document that have an operationId. */
export function namedOperations(document: Record<string, unknown>): NamedOperation[] {
  return writtenOperations(document).flatMap(({ value: { operationId: id }, method, path }) =>
    typeof id === 'string' ? [{ id, method, path }] : [],
  );
}

export function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** Which operation each generated function calls. Query keys and invalidators call none. */
export function callers(operations: readonly NamedOperation[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id } of operations) {
    const name = pascal(id);
    const hooks = [`use${name}`, `use${name}Infinite`, `use${name}Suspense`];
    const options = [`${name}Query`, `${name}InfiniteQuery`, `${name}Mutation`].map(
      (kind) => `get${kind}Options`,
    );
    for (const each of [id, ...hooks, ...options, `prefetch${name}Query`]) names.set(each, id);
  }
  return names;
}

/** Functions that return an operation's URL: `getListTasksUrl` → its path. */
export function urlFunctions(operations: readonly NamedOperation[]): Map<string, NamedOperation> {
  return new Map(operations.map((operation) => [`get${pascal(operation.id)}Url`, operation]));
}
