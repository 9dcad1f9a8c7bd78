import type { OperationId } from '#generated/operations/index.ts';
import type { Call, Operations } from '../call.ts';
import type { Domain } from '../domain.ts';
import { exportRecorded, tablesRecorded } from './audited-operations.ts';
import { originOf } from './origin.ts';
import { recordExport } from './record-export.ts';
import { recordingStores } from './recording-stores.ts';

type CreateArea = (domain: Domain) => Partial<Operations>;
type Perform = (call: Call<OperationId>) => unknown;

/**
 * The operations of an area, of which those in `AUDITED_OPERATIONS` record what they change or export. Each call of one of these
 * gets operations over stores of its own, which know who calls.
 */
export function auditedArea(domain: Domain, create: CreateArea): Partial<Operations> {
  const operations = Object.entries(create(domain)).map(([id, plain]) => {
    const op = id as OperationId;
    const exported = exportRecorded(op);
    if (exported) {
      const perform: Perform = async (call) => {
        const result = await (plain as Perform)(call);
        await recordExport(domain.stores, op, exported, call);
        return result;
      };
      return [id, perform];
    }
    const tables = tablesRecorded(op);
    if (!tables) return [id, plain];
    const perform: Perform = (call) => {
      const recording = { action: id, origin: originOf(call), tables };
      const stores = recordingStores(domain.stores, recording);
      const recorded = create({ ...domain, stores })[op] as Perform;
      return recorded(call);
    };
    return [id, perform];
  });
  return Object.fromEntries(operations);
}
