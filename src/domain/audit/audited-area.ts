import type { OperationId } from '#generated/operations/index.ts';
import type { Call, Operations } from '../call.ts';
import type { Domain } from '../domain.ts';
import { tablesRecorded } from './audited-operations.ts';
import { originOf } from './origin.ts';
import { recordingStores } from './recording-stores.ts';

type CreateArea = (domain: Domain) => Partial<Operations>;
type Perform = (call: Call<OperationId>) => unknown;

/**
 * The operations of an area, of which those in `AUDITED_OPERATIONS` record what they change. Each call of one of these
 * gets operations over stores of its own, which know who calls.
 */
export function auditedArea(domain: Domain, create: CreateArea): Partial<Operations> {
  const operations = Object.entries(create(domain)).map(([id, plain]) => {
    const tables = tablesRecorded(id as OperationId);
    if (!tables) return [id, plain];
    const perform: Perform = (call) => {
      const recording = { action: id, origin: originOf(call), tables };
      const stores = recordingStores(domain.stores, recording);
      const recorded = create({ ...domain, stores })[id as OperationId] as Perform;
      return recorded(call);
    };
    return [id, perform];
  });
  return Object.fromEntries(operations);
}
