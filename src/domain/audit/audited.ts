import type { OperationId } from '#generated/operations/index.ts';
import type { Call, Operations } from '../call.ts';
import type { Domain } from '../domain.ts';
import { exportRecorded, tablesRecorded } from './audited-operations.ts';
import { originOf } from './origin.ts';
import { recordExport } from './record-export.ts';
import { recordingStores } from './recording-stores.ts';

type Perform = (call: Call<OperationId>) => unknown;

/**
 * An operation that records what it changes or exports, if `audited-operations.ts` says so. One that changes something is
 * performed over stores of its own, which know who calls.
 * @param create creates the operations of its area
 * @param plain the operation itself
 */
export function audited(
  domain: Domain,
  create: (domain: Domain) => Partial<Operations>,
  op: OperationId,
  plain: Perform,
): Perform {
  const exported = exportRecorded(op);
  if (exported)
    return async (call) => {
      const result = await plain(call);
      await recordExport(domain.stores, op, exported, call);
      return result;
    };
  const tables = tablesRecorded(op);
  if (!tables) return plain;
  return (call) => {
    const recording = { action: op, origin: originOf(call), tables };
    const stores = recordingStores(domain.stores, recording);
    return (create({ ...domain, stores })[op] as Perform)(call);
  };
}
