import type { Resolver, Resolvers } from './resolver.ts';

/**
 * Resolvers whose code is loaded when one of them is first called: the page that begins with a list need not wait for
 * what compares contracts, reads tables and matches patterns.
 */
export function later<Op extends keyof Resolvers>(
  ops: readonly Op[],
  load: () => Promise<Pick<Resolvers, Op>>,
): Pick<Resolvers, Op> {
  const resolverOf = (op: Op) => async (call: Parameters<Resolver<Op>>[0]) =>
    ((await load())[op] as Resolver<Op>)(call);
  return Object.fromEntries(ops.map((op) => [op, resolverOf(op)])) as unknown as Pick<
    Resolvers,
    Op
  >;
}
