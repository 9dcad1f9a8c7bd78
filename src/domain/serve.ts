import type { OperationId } from '#generated/operations/index.ts';
import { findPathRows } from './access/path-rows.ts';
import { type Call, type FullReply, type Operation, toReply } from './call.ts';
import type { Domain } from './domain.ts';
import { once } from './idempotency.ts';

/** A request that was authorised and validated. What its path names is looked up when the operation runs. */
export type Request = Omit<Call<OperationId>, 'rows'>;

/**
 * Runs an operation with the rows that its path names, at most once for each Idempotency-Key, and completes its response.
 * The server and the mocks both do this after they have authorised the caller and validated the request.
 * @throws ProblemError
 */
export function serve(
  domain: Domain,
  operation: Operation,
  request: Request,
  perform: (call: Call<OperationId>) => unknown,
): Promise<FullReply> {
  return once(domain, operation, request, async () => {
    const asking = { ...domain, principal: request.principal };
    const rows = await findPathRows(asking, operation.path, request.params);
    // `request` has getters that must not be read here.
    const call = Object.assign(request, { rows }) as Call<OperationId>;
    return toReply(operation.id, await perform(call));
  });
}
