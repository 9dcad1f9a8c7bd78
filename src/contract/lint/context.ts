/** The part of Redocly's interface for rules that ours use. */

export interface Place {
  source: { absoluteRef: string };
  pointer: string;
  child(path: readonly (string | number)[]): Place;
}
export interface Context {
  report(problem: { message: string; location?: Place }): void;
  location: Place;
  resolve(
    node: unknown,
    from?: string,
  ): { node?: Record<string, unknown> | undefined; location?: Place | undefined };
}
export interface Parameter {
  name: string;
  in: string;
}
export interface Operation {
  operationId?: string;
  tags?: string[];
  'x-permission'?: unknown;
  'x-sensitive'?: unknown;
  'x-socket'?: unknown;
  responses?: Record<string, unknown>;
  parameters?: unknown[];
  requestBody?: unknown;
}
export type Visitor = Record<string, unknown>;
/** A defect, and the path to it within the operation or link. */
export type Wrong = [message: string, ...at: string[]];

/** A rule about operations; `api` leaves out those of webhooks, whose receivers decide on permissions and errors. */
export function forOperations(
  check: (operation: Operation, context: Context) => Iterable<Wrong>,
  which: 'api' | 'all' = 'all',
): () => Visitor {
  return () => ({
    Operation(operation: Operation, context: Context) {
      if (which === 'api' && isReceivers(context)) return;
      for (const [message, ...at] of check(operation, context)) {
        const location = context.location.child(at);
        context.report({ message, ...(at.length > 0 && { location }) });
      }
    },
  });
}

/** Whether the receiver of a webhook implements the operation. The path item `webhooks` of a file isn't meant. */
export function isReceivers({ location }: Context): boolean {
  return /^#\/webhooks\/[^/]+\/[^/]+$/.test(location.pointer);
}
